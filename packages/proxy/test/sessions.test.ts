import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORIGIN, startPair, sharedPair } from 'precandidate-testing/pair.ts';
import { assertProblem, requestProxy } from 'precandidate-testing/service.ts';

const pair = sharedPair();

test('a session opens its own form only', async () => {
  const [ana, rui] = [await pair.candidate(), await pair.candidate()];
  for (const path of [
    `/precandidate/${rui.person_id}`,
    `/precandidate/${rui.person_id}/schema/${rui.form_id}`,
    `/precandidate/${ana.person_id}/schema/${rui.form_id}`,
    `/precandidate/${ana.person_id}/status/${rui.form_id}`,
  ]) {
    const answer = await requestProxy(pair.url, path, { token: ana.token, origin: ORIGIN });
    await assertProblem(answer, 'session-out-of-scope');
  }
});

test('a session is bound to its origin, and without one to the allowed origins', async (t) => {
  const OTHER = 'https://other.example';
  const own = await startPair(t, { env: { ALLOWED_ORIGINS: `${ORIGIN},${OTHER}` } });
  const bound = await own.candidate();
  const loose = await own.candidate(undefined, {});
  for (const [ana, origin, status] of [
    [bound, ORIGIN, 200],
    [bound, OTHER, 403],
    [loose, OTHER, 200],
    [loose, 'https://evil.example', 403],
    [loose, 'null', 403],
  ] as const)
    assert.equal((await ana.browse('schema', { headers: { origin } })).status, status, origin);
});
