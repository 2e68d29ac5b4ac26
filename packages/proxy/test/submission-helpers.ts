import assert from 'node:assert/strict';
import type { Snapshot } from 'precandidate-contract';
import type { Candidate, Pair } from 'precandidate-testing/pair.ts';
import { serviceRecord } from 'precandidate-testing/sandbox-control.ts';

export const PERU = { document_id: '44556677', city_locode: 'PE LIM' };
export const FORM = { method: 'POST', path: '/forms/' };

/** How often the hosted form was posted to, as the sandbox counts. */
export const postsOf = async ({ sandbox }: Pair, { form_id }: Candidate): Promise<number> =>
  (await serviceRecord(sandbox.url, form_id)).form_posts;

/** The event that a submission did not arrive, without its identifiers. */
export async function failureOf(pair: Pair, { person_id, form_id }: Candidate) {
  const type = 'precandidate.submission_failed';
  const { event } = await pair.receiver.next((one) => one.event.type === type);
  assert.ok(event.type === type);
  const { person_id: whose, precandidate_id, ...rest } = event.data;
  assert.deepEqual([whose, precandidate_id], [person_id, form_id]);
  return rest;
}

/** The snapshot that says `submitted`. */
export const submittedBy = async (candidate: Candidate): Promise<Snapshot> =>
  (await candidate.follow(({ state }) => state === 'submitted')).at(-1) as Snapshot;
