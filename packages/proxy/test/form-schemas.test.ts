import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProblemName } from 'precandidate-contract';
import { ProblemError } from '../src/plugins/problem-error.ts';
import { sanitizeSchema } from '../src/validation/sanitize-schema.ts';
import { createFormSchemas } from '../src/schemas/form-schemas.ts';
import type { PrefillStore } from '../src/schemas/prefills.ts';
import type { SessionScope } from '../src/auth/session-tokens.ts';
import type { Relayed, Service } from '../src/upstream/service.ts';
import { createSealer } from '../src/shared/sealer.ts';

const VALIDATOR = {
  validate: async () => [],
  sanitize: async (source: string) => sanitizeSchema(JSON.parse(source)),
};
const NO_PREFILL = { find: async () => undefined } as unknown as PrefillStore;

/** Answers `textOf` a form, and counts what was asked and admitted. */
function countingSchemas(textOf: (form_id: string) => string) {
  const counts = { asked: 0, admitted: 0 };
  const service = {
    async formSchema(_person_id: string, form_id: string): Promise<Relayed> {
      counts.asked += 1;
      const text = textOf(form_id);
      return { status: 200, text, value: JSON.parse(text), asked_at: 0 };
    },
  } as unknown as Service;
  const schemas = createFormSchemas(
    service,
    NO_PREFILL,
    createSealer(['s'.repeat(40)]),
    VALIDATOR,
    {
      changes: () => void (counts.admitted += 1),
      asked: () => undefined,
    },
  );
  return { schemas, counts };
}

const PIPELINE = JSON.stringify({
  type: 'object',
  properties: { document_id: { type: 'string', pattern: '^[0-9]{8}$' } },
});

test('a schema that a thousand candidates of one pipeline are asked is admitted once', async () => {
  const { schemas, counts } = countingSchemas(() => PIPELINE);
  const forms = Array.from({ length: 1_000 }, (_, index) => `form-${index}`);
  const admitted = await Promise.all(forms.map((form_id) => schemas.get('person', form_id)));
  assert.equal(new Set(admitted).size, 1);
  assert.deepEqual(counts, { asked: 1_000, admitted: 1 });
});

test('a thousand requests for one form are one call to the service', async () => {
  const { schemas, counts } = countingSchemas(() => PIPELINE);
  await Promise.all(Array.from({ length: 1_000 }, () => schemas.get('person', 'form')));
  assert.deepEqual(counts, { asked: 1, admitted: 1 });
});

test('forms that ask something else are admitted for themselves', async () => {
  const text = (form_id: string) =>
    JSON.stringify({ type: 'object', properties: { [form_id]: { type: 'string' } } });
  const { schemas, counts } = countingSchemas(text);
  const [a, b] = await Promise.all([schemas.get('person', 'a'), schemas.get('person', 'b')]);
  assert.notEqual(a?.etag, b?.etag);
  assert.equal(counts.admitted, 2);
});

test('while the service is away, a schema that was known before is used; a missing form is missing', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000 });
  t.mock.method(performance, 'now', () => Date.now());
  let problem: ProblemName | undefined;
  const { schemas } = countingSchemas(() => {
    if (problem) throw new ProblemError(problem);
    return PIPELINE;
  });
  const known = await schemas.get('person', 'form');
  problem = 'service-unavailable';
  t.mock.timers.tick(60 * 60_000);
  assert.equal(schemas.atHand({ person_id: 'person', form_id: 'form' } as SessionScope), undefined);
  assert.equal(await schemas.get('person', 'form'), known);
  await assert.rejects(schemas.get('person', 'other'), { problemName: 'service-unavailable' });
  problem = 'form-not-found';
  t.mock.timers.tick(60 * 60_000);
  await assert.rejects(schemas.get('person', 'form'), { problemName: 'form-not-found' });
});
