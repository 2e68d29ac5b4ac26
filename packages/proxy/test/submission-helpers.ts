import assert from 'node:assert/strict';
import type { Problem, Snapshot } from 'precandidate-contract';
import { readStream } from '../../../tests/stage/read-stream.ts';
import type { Candidate, Pair } from '../../../tests/stage/pair.ts';

export const PERU = { document_id: '44556677', city_locode: 'PE LIM' };
export const FORM = { method: 'POST', path: '/forms/' };
export const titleOf = async (response: Response) => ((await response.json()) as Problem).title;

/** How often the hosted form was posted to, as the sandbox counts. */
export async function postsOf(pair: Pair, { form_id }: Candidate): Promise<number> {
  const kept = (await pair.control(`/_control/precandidates/${form_id}`)) as { form_posts: number };
  assert.equal(typeof kept.form_posts, 'number');
  return kept.form_posts;
}

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
export async function submittedBy(candidate: Candidate): Promise<Snapshot> {
  const stream = await candidate.browse('status', { headers: { accept: 'text/event-stream' } });
  const seen = await readStream(stream, ({ state }) => state === 'submitted');
  return seen.at(-1) as Snapshot;
}
