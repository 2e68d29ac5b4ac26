import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { ProblemName } from 'precandidate-contract';
import { ProblemError } from '../src/shared/problem-error.ts';
import { sanitizeSchema } from '../src/sanitizer/sanitize-schema.ts';
import { FormSchemas, type SchemaParts } from '../src/schemas/form-schemas.ts';
import type { SessionDataStore } from '../src/schemas/session-form.ts';
import { wallClock } from '../src/shared/clock.ts';
import { until } from 'precandidate-testing/until.ts';
import { createStores } from './stores.ts';
import { onBothEngines } from './on-both-engines.ts';
import type { SessionScope } from '../src/auth/session-tokens.ts';
import type { ReadOptions } from '../src/upstream/service-client.ts';
import type { Relayed } from '../src/upstream/service.ts';

const VALIDATOR = {
  checkPrefill: async () => [],
  checkUiSchema: async () => ({ errors: [], uiSchema: {} }),
  sanitize: async (source: string) => sanitizeSchema(JSON.parse(source)),
  warm: () => undefined,
};
const NO_DATA: Pick<SessionDataStore, 'find'> = { find: async () => undefined };

const NEVER_STORED: SchemaParts['store'] = {
  put: async () => undefined,
  find: async () => undefined,
  remove: async () => undefined,
};

/** The service answers with `textOf` a form; counts its calls and the sanitized schemas. */
function countingSchemas(
  textOf: (form_id: string) => string | Promise<string>,
  store = NEVER_STORED,
  {
    sessionData = NO_DATA,
    onError = assert.fail as (error: unknown) => void,
    queue = async (_options: ReadOptions): Promise<void> => undefined,
    sanitize = VALIDATOR.sanitize,
    longestReadMs = undefined as number | undefined,
  } = {},
) {
  const counts = { calls: 0, sanitized: 0 };
  const service = {
    async formSchema(
      _person_id: string,
      form_id: string,
      options: ReadOptions = {},
    ): Promise<Relayed> {
      await queue(options);
      options.onSent?.(performance.now());
      counts.calls += 1;
      const text = await textOf(form_id);
      return { status: 200, text, value: JSON.parse(text), requested_at: 0 };
    },
  };
  const schemas = new FormSchemas({
    service,
    store,
    sessionData,
    validator: { ...VALIDATOR, sanitize },
    clock: wallClock,
    longestReadMs,
    metrics: { schemaWork: () => void (counts.sanitized += 1), schemaChange: () => undefined },
    log: { warn: () => undefined },
    onError,
  });
  return { schemas, counts };
}

const PIPELINE = JSON.stringify({
  type: 'object',
  properties: { document_id: { type: 'string', pattern: '^[0-9]{8}$' } },
});

test('waits for the service for a limited time, and for our own work until it ends', async () => {
  const sanitizing = Promise.withResolvers<void>();
  const { schemas } = countingSchemas(() => PIPELINE, NEVER_STORED, {
    longestReadMs: 1,
    sanitize: async (source) => {
      await sanitizing.promise;
      return VALIDATOR.sanitize(source);
    },
  });
  const read = schemas.get({ person_id: 'p', form_id: 'f' });
  setTimeout(sanitizing.resolve, 50);
  assert.equal((await read).schema.type, 'object');
});

test('sanitizes the schema of thousands of candidates of one pipeline once, and another one apart', async () => {
  const { schemas, counts } = countingSchemas((form_id) =>
    form_id === 'other' ? '{"type":"object","properties":{"name":{"type":"string"}}}' : PIPELINE,
  );
  // More than the cache holds.
  const forms = Array.from({ length: 2_500 }, (_, index) => `form-${index}`);
  const all = [...forms, 'other'].map((form_id) => schemas.get({ person_id: 'person', form_id }));
  const sanitized = new Set(await Promise.all(all));
  assert.deepEqual(
    [...sanitized].map(({ schema }) => Object.keys(schema.properties)),
    [['document_id'], ['name']],
  );
  assert.deepEqual(counts, { calls: 2_501, sanitized: 2 });
});

test('includes in a form with files how large a submission may be', async () => {
  for (const kind of [{ format: 'data-url' }, { contentEncoding: 'base64' }, { format: 'byte' }]) {
    const properties = { cv: { type: 'string', ...kind } };
    const { schemas } = countingSchemas(() => JSON.stringify({ type: 'object', properties }));
    const { schema, json } = await schemas.get({ person_id: 'person', form_id: 'form' });
    assert.equal(schema['x-max-body-bytes'], 8 * 1024 * 1024);
    assert.deepEqual(JSON.parse(json), schema);
  }
});

/** Mocks the clocks; returns a function that lets an hour pass. */
function mockTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000 });
  t.mock.method(performance, 'now', () => Date.now());
  return () => t.mock.timers.tick(60 * 60_000);
}

const FORM = { person_id: 'person', form_id: 'form' };
const OTHER = { person_id: 'person', form_id: 'other' };

test('uses an old schema at once, and the new one once it was read', async (t) => {
  const passHour = mockTime(t);
  const pending = Promise.withResolvers<string>();
  let text: string | Promise<string> = PIPELINE;
  const { schemas } = countingSchemas(() => text);
  const known = await schemas.get(FORM);
  passHour();
  text = pending.promise;
  assert.equal(await schemas.get(FORM), known);
  pending.resolve('{"type":"object","properties":{"name":{"type":"string"}}}');
  await turn();
  assert.ok((await schemas.get(FORM)).schema.properties['name']);
});

test('uses a known schema while the service is away, until the service has no such form', async (t) => {
  const passHour = mockTime(t);
  let problem: ProblemName | undefined;
  const { schemas } = countingSchemas(() => {
    if (problem) throw new ProblemError(problem);
    return PIPELINE;
  });
  const known = await schemas.get(FORM);
  problem = 'service-unavailable';
  passHour();
  assert.equal(await schemas.get(FORM), known);
  assert.equal(await schemas.getNewest(FORM), known);
  await assert.rejects(schemas.get(OTHER), { problemName: 'service-unavailable' });
  problem = 'form-not-found';
  passHour();
  await schemas.get(FORM);
  await turn();
  await assert.rejects(schemas.get(FORM), { problemName: 'form-not-found' });
});

test('a candidate does not wait long for a first schema; a retry finds the late response', async (t) => {
  mockTime(t);
  const stalled = Promise.withResolvers<string>();
  const { schemas } = countingSchemas(() => stalled.promise);
  const first = schemas.get(FORM);
  first.catch(() => undefined);
  await turn();
  t.mock.timers.tick(2_500);
  await assert.rejects(first, { problemName: 'service-unavailable' });
  stalled.resolve(PIPELINE);
  await turn();
  assert.ok(await schemas.get(FORM));
});

test('reads a known schema again only if the request budget has room', async (t) => {
  const passHour = mockTime(t);
  const waits: (number | undefined)[] = [];
  const { schemas } = countingSchemas(() => PIPELINE, NEVER_STORED, {
    queue: async ({ maxWaitMs }) => void waits.push(maxWaitMs),
  });
  await schemas.get(FORM);
  passHour();
  await schemas.get(FORM);
  assert.deepEqual(waits, [undefined, 0]);
});

test('the wait for the request budget is no delay of the service', async (t) => {
  mockTime(t);
  const [queued, response] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const { schemas } = countingSchemas(() => response.promise, NEVER_STORED, {
    queue: () => queued.promise,
  });
  const first = schemas.get({ person_id: 'person', form_id: 'form' });
  for (const ms of [2_000, 2_500]) {
    t.mock.timers.tick(ms);
    await turn();
  }
  queued.resolve();
  await turn();
  t.mock.timers.tick(2_400);
  response.resolve(PIPELINE);
  assert.ok((await first).schema.properties['document_id']);
});

test('opens a form without its data when this process lacks the secret that sealed it', async () => {
  const sessionData = { find: () => Promise.reject(new Error('sealed with an unknown secret')) };
  const errors: unknown[] = [];
  const { schemas } = countingSchemas(() => PIPELINE, NEVER_STORED, {
    sessionData,
    onError: (error) => errors.push(error),
  });
  const scope = { session_id: 's', person_id: 'p', form_id: 'f', has_data: true } as SessionScope;
  assert.deepEqual(
    await schemas.getFor(scope),
    await schemas.get({ person_id: 'p', form_id: 'f' }),
  );
  assert.equal(errors.length, 1);
});

onBothEngines((db) => {
  const form = (form_id: string) => ({ person_id: 'p', form_id });

  test('uses a stored schema at once, and forgets it when the service has no such form', async () => {
    const { schemas: store, pollSchedule } = createStores(db());
    await pollSchedule.remember('p', Date.now());
    await store.put(form('gone'), { hash: 'hash', text: PIPELINE, fetchedAt: Date.now() });
    const problemName = 'form-not-found';
    const { schemas } = countingSchemas(() => {
      throw new ProblemError(problemName);
    }, store);
    assert.ok((await schemas.get(form('gone'))).schema.properties['document_id']);
    await until(async () => (await store.find(form('gone'))) === undefined);
    await assert.rejects(schemas.get(form('gone')), { problemName });
  });

  test('stores the schema that a form has now', async () => {
    const { schemas: store, pollSchedule } = createStores(db());
    await pollSchedule.remember('p', Date.now());
    await store.put(form('a'), { hash: 'one', text: '{"n":1}', fetchedAt: 1 });
    await store.put(form('b'), { hash: 'one', text: '{"n":1}', fetchedAt: 2 });
    assert.equal(await store.find(form('a')), '{"n":1}');
    await store.put(form('a'), { hash: 'two', text: '{"n":2}', fetchedAt: 3 });
    assert.equal(await store.find(form('a')), '{"n":2}');
    assert.equal(await store.find(form('b')), '{"n":1}');
  });
});
