import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type SanitizedSchema, sanitizeSchema } from '../../src/sanitizer/sanitize-schema.ts';
import { ValidationPool } from '../../src/validation/validation-pool.ts';
import { refBomb } from 'precandidate-testing/hostile-schemas.ts';
import { isProblem, violationsOf } from './violations-of.ts';

/** A schema that was not sanitized: the worker must survive what sanitizing misses. */
const unsanitized = (schema: unknown): SanitizedSchema =>
  ({
    schema,
    json: JSON.stringify(schema),
    etag: `"${JSON.stringify(schema).length}"`,
    changes: [],
  }) as unknown as SanitizedSchema;

const DEADLINE_MS = 1_000;
const healthy = sanitizeSchema({ type: 'object', required: ['a'] });
const slow = unsanitized({ type: 'object', properties: { a: { pattern: '^(?=(a+)+$)' } } });
const slowData = { a: `${'a'.repeat(60)}!` };

/** A validator with a ready thread and a mocked clock, so that no check is late by itself. */
async function validatorOnMockedClock(t: TestContext): Promise<ValidationPool> {
  const validator = new ValidationPool(DEADLINE_MS);
  t.after(() => validator.close());
  await violationsOf(validator, healthy, {});
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return validator;
}

/** Lets time pass on the mocked clock until the check has ended. */
async function passTime(t: TestContext, check: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => void (hasEnded = true);
  check.then(end, end);
  for (; !hasEnded; await turn()) t.mock.timers.tick(DEADLINE_MS);
}

test('a check that a busy machine makes late gets its result', async (t) => {
  const validator = await validatorOnMockedClock(t);
  const check = violationsOf(validator, healthy, {});
  t.mock.timers.tick(DEADLINE_MS);
  assert.equal((await check).length, 1);
  const sanitizing = validator.sanitize(healthy.json);
  t.mock.timers.tick(DEADLINE_MS);
  assert.deepEqual((await sanitizing).schema, healthy.schema);
});

test('ends an endless check while others get their result', async (t) => {
  const validator = await validatorOnMockedClock(t);
  const hung = violationsOf(validator, slow, slowData);
  const next = violationsOf(validator, healthy, {});
  t.mock.timers.tick(DEADLINE_MS / 2);
  assert.equal((await next).length, 1);
  await passTime(t, hung);
  await assert.rejects(hung, isProblem('schema-unusable', /too long/));
});

test('data that makes a check hang delays only its sender', async (t) => {
  const validator = await validatorOnMockedClock(t);
  const ended: string[] = [];
  const check = (form: SanitizedSchema, data: unknown, sender: string) =>
    violationsOf(validator, form, data, sender)
      .catch(() => undefined)
      .then(() => void ended.push(sender));
  for (let count = 0; count < 3; count += 1) void check(slow, slowData, 'mallory');
  const others = ['ana', 'bruno', 'carla'].map((sender) => check(healthy, {}, sender));
  t.mock.timers.tick(DEADLINE_MS / 2);
  await Promise.all(others);
  assert.deepEqual(ended.sort(), ['ana', 'bruno', 'carla']);
});

test('a check that waits for a hung one has its whole deadline left', async (t) => {
  const validator = await validatorOnMockedClock(t);
  const hung = violationsOf(validator, slow, slowData, 'ana');
  const behind = violationsOf(validator, healthy, { a: 'x' }, 'ana');
  await passTime(t, hung);
  await assert.rejects(hung, isProblem('schema-unusable', /too long/));
  assert.deepEqual(await behind, []);
});

test('the deadline ends a check against references that expand without end', async (t) => {
  const validator = new ValidationPool(DEADLINE_MS);
  const bomb = unsanitized(refBomb(32));
  await assert.rejects(violationsOf(validator, bomb, { a: 'x' }), isProblem('schema-unusable'));
  // From here on, no check is late.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal((await violationsOf(validator, healthy, {})).length, 1);
  await validator.close();
});

test('replaces a worker that runs out of memory', async () => {
  // Longer than any machine takes to fill the memory.
  const validator = new ValidationPool(30 * 60_000);
  const bomb = unsanitized({
    type: 'object',
    properties: { a: { items: { allOf: Array(2_000).fill(false) } } },
  });
  const data = { a: Array.from({ length: 20_000 }, () => 1) };
  await assert.rejects(violationsOf(validator, bomb, data), isProblem('schema-unusable', /memory/));
  assert.equal((await violationsOf(validator, healthy, {})).length, 1);
  await validator.close();
});

test('rejects a schema that does not compile, and no other', async () => {
  const validator = new ValidationPool(60_000);
  const broken = unsanitized({ type: 'object', properties: { a: { $ref: '#/nowhere' } } });
  await assert.rejects(
    violationsOf(validator, broken, {}),
    isProblem('schema-unusable', /does not compile/),
  );
  assert.equal((await violationsOf(validator, healthy, {})).length, 1);
  await validator.close();
});

test('after close, rejects running and new checks', async () => {
  const validator = new ValidationPool();
  const underWay = assert.rejects(
    violationsOf(validator, slow, slowData),
    isProblem('shutting-down'),
  );
  await validator.close();
  await underWay;
  await assert.rejects(violationsOf(validator, healthy, {}), isProblem('shutting-down'));
});
