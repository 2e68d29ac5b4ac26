import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AdmittedSchema, admitSchema } from '../../src/validation/admit-schema.ts';
import { createFormValidator } from '../../src/validation/form-validator.ts';
import { isProblem, refBomb } from './hostile-schemas.ts';

/** A schema that passed no admission: the worker must hold even when admission misses something. */
const unadmitted = (schema: unknown): AdmittedSchema =>
  ({
    schema,
    json: JSON.stringify(schema),
    etag: `"${JSON.stringify(schema).length}"`,
    changes: [],
  }) as unknown as AdmittedSchema;

const healthy = admitSchema({ type: 'object', required: ['a'] });
const slow = unadmitted({ type: 'object', properties: { a: { pattern: '^(a+)+$' } } });
const slowData = { a: `${'a'.repeat(60)}!` };

test('an endless check is refused, the event loop stays free, the next one is answered', async () => {
  const validator = createFormValidator({ deadline_ms: 300 });
  await validator.validate(healthy, {});
  const before = performance.eventLoopUtilization();
  const hung = assert.rejects(
    validator.validate(slow, slowData),
    isProblem('schema-unusable', /too long/),
  );
  const next = validator.validate(healthy, {});
  await hung;
  assert.ok(performance.eventLoopUtilization(before).utilization < 0.5);
  assert.equal((await next).length, 1);
  await validator.close();
});

test('whoever sends data that hangs the check holds up himself, and nobody else', async () => {
  const validator = createFormValidator({ deadline_ms: 2_000 });
  await validator.validate(healthy, {});
  const order: string[] = [];
  const ended = (name: string) => () => void order.push(name);
  const check = (form: AdmittedSchema, data: unknown, party: string) =>
    validator.validate(form, data, 'complete', party).then(ended(party), ended(party));
  await Promise.all([
    ...Array.from({ length: 3 }, () => check(slow, slowData, 'mallory')),
    ...['ana', 'bruno', 'carla'].map((party) => check(healthy, {}, party)),
  ]);
  assert.deepEqual(order.slice(0, 3).sort(), ['ana', 'bruno', 'carla']);
  await validator.close();
});

test('a check that waits behind a hung one keeps its whole deadline', async () => {
  const validator = createFormValidator({ deadline_ms: 200 });
  const hung = [1, 2, 3].map(() => validator.validate(slow, slowData));
  const behind = validator.validate(healthy, { a: 'x' });
  const outcomes = await Promise.allSettled(hung);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual(await behind, []);
  await validator.close();
});

test('an unadmitted bomb of references ends by the deadline', async () => {
  const validator = createFormValidator({ deadline_ms: 300 });
  const bomb = unadmitted(refBomb(32));
  await assert.rejects(validator.validate(bomb, { a: 'x' }), isProblem('schema-unusable'));
  assert.equal((await validator.validate(healthy, {})).length, 1);
  await validator.close();
});

test('a worker that runs out of memory is replaced', async () => {
  const validator = createFormValidator({ deadline_ms: 30_000 });
  const bomb = unadmitted({
    type: 'object',
    properties: { a: { items: { allOf: Array(2_000).fill(false) } } },
  });
  const data = { a: Array.from({ length: 20_000 }, () => 1) };
  await assert.rejects(validator.validate(bomb, data), isProblem('schema-unusable', /memory/));
  assert.equal((await validator.validate(healthy, {})).length, 1);
  await validator.close();
});

test('a schema that does not compile is refused, and only that', async () => {
  const validator = createFormValidator();
  const broken = unadmitted({ type: 'object', properties: { a: { $ref: '#/nowhere' } } });
  await assert.rejects(
    validator.validate(broken, {}),
    isProblem('schema-unusable', /does not compile/),
  );
  assert.equal((await validator.validate(healthy, {})).length, 1);
  await validator.close();
});

test('closing refuses what is under way and what comes after', async () => {
  const validator = createFormValidator();
  const underWay = assert.rejects(validator.validate(slow, slowData), isProblem('shutting-down'));
  await validator.close();
  await underWay;
  await assert.rejects(validator.validate(healthy, {}), isProblem('shutting-down'));
});
