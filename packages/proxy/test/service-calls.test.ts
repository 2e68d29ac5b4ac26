import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, ORIGIN, type Pair, startPair } from '../../../tests/stage/pair.ts';
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

test('sanitizes and renders a form once for many candidates of one pipeline', async (t) => {
  const pair = await startPair(t);
  const candidates = await Promise.all(Array.from({ length: 40 }, () => pair.candidate()));
  const bootstraps = await Promise.all(
    candidates.map(async ({ token }) => {
      const answer = await fetch(`${pair.url}/bootstrap`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', origin: ORIGIN },
        body: JSON.stringify({ session: token }),
      });
      return (await answer.json()) as { fields: { fingerprint: string } | null };
    }),
  );
  assert.equal(new Set(bootstraps.map(({ fields }) => fields?.fingerprint)).size, 1);
  const metrics = await (await fetch(`${pair.url}/metrics`)).text();
  assert.match(metrics, /^precandidate_schema_work_total\{work="sanitized"\} 1$/m);
  assert.match(metrics, /^precandidate_schema_work_total\{work="rendered"\} 1$/m);
});
