import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, type Pair, startPair } from '../../../tests/stage/pair.ts';
import { until } from '../../../tests/stage/until.ts';

const STREAM = { headers: { accept: 'text/event-stream' } };

async function watchedBy(candidate: Candidate, browsers: number): Promise<Response[]> {
  const open = () => candidate.browse('status', STREAM);
  const streams: Response[] = [];
  // Under the share of one session.
  for (let opened = 0; opened < browsers; opened += 1) streams.push(await open());
  return streams;
}

/** How often each person was polled. */
async function polls(pair: Pair): Promise<(candidate: Candidate) => number> {
  const { last } = (await pair.control('/_control/requests')) as { last: { path: string }[] };
  return ({ person_id }) =>
    last.filter(({ path }) => path === `/v3/precandidate/${person_id}`).length;
}

test('polls a person with thirty open browsers as often as a person with one', async (t) => {
  const pair = await startPair(t);
  const [one, many] = [await pair.candidate(), await pair.candidate()];
  const streams = [...(await watchedBy(one, 1)), ...(await watchedBy(many, 30))];
  await pair.control('/_control/requests', undefined, 'DELETE');
  const count = await until(async () => {
    const now = await polls(pair);
    return now(one) >= 5 && now;
  });
  // The pauses differ by 15 % at random.
  assert.ok(count(many) >= 3 && count(many) <= 7, `${count(many)} polls`);
  for (const { body } of streams) await body?.cancel();
});
