import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS, type ProblemName, type Snapshot } from 'precandidate-contract';
import type { Fault } from 'precandidate-sandbox';
import { addFault } from '../stage/sandbox-control.ts';
import { sharedPair } from '../stage/pair.ts';
import {
  ORIGIN,
  requestProxy,
  assertProblem,
  newPrecandidate,
  newSession,
} from '../stage/service.ts';

const CREATION = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' };

/** Fault of a creation → the problem that the back end receives. */
const FAULTS: [string, Partial<Fault>, ProblemName][] = [
  ['cuts the connection', { kind: 'reset' }, 'service-unavailable'],
  ['answers 500', { kind: 'status', status: 500 }, 'service-unavailable'],
  ['asks to wait', { kind: 'too-many', retry_after_s: 1 }, 'service-busy'],
  ['answers half a body', { kind: 'truncated' }, 'service-unavailable'],
  ['answers what is not JSON', { kind: 'not-json' }, 'service-answer-unusable'],
  ['answers an HTML error page', { kind: 'html' }, 'service-unavailable'],
  ['refuses the API key', { kind: 'status', status: 401 }, 'service-refused-key'],
];

describe('when the service has a fault', () => {
  for (const [what, fault, name] of FAULTS)
    describe(`it ${what}`, () => {
      const service = sharedPair();

      test(`the back end reads ${name}`, async () => {
        await addFault(service.sandbox.url, {
          ...fault,
          match: { method: 'POST', path: '/v3/precandidate' },
        });
        const response = await requestProxy(service.url, PATHS.precandidates, {
          body: CREATION,
        });
        await assertProblem(response, name);
      });
    });
});

describe('the service goes away after the form was opened', () => {
  const service = sharedPair();

  test('a submission is stored for delivery, or refused with a retryable problem', async () => {
    const { url } = service;
    const record = await newPrecandidate(url);
    const token = await newSession(url, record);
    await requestProxy(url, PATHS.schema(record.person_id, record.precandidate_id), {
      token,
      origin: ORIGIN,
    });
    await addFault(service.sandbox.url, { kind: 'reset', match: { path: '/' }, times: 0 });
    const response = await requestProxy(
      url,
      PATHS.submission(record.person_id, record.precandidate_id),
      {
        token,
        origin: ORIGIN,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { document_id: '12345678', city_locode: 'PE LIM' },
      },
    );
    if (response.ok) assert.match(((await response.json()) as Snapshot).state, /sending|open/);
    else await assertProblem(response, 'service-unavailable');
  });
});
