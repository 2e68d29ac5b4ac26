import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { startDemo } from 'precandidate-demo';
import { postForm } from './open-portal.ts';

const ANA = { name: 'Ana', pipeline_name: 'peru_basic', email: 'ana@example.com', phone: '' };

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

test('each view of a candidate’s page has its own session for that form and origin, and can renew it', async (t) => {
  const demo = await startDemo(undefined, { LOG_LEVEL: 'silent' }, { deadlineMs: 60_000 });
  t.after(() => demo.close());
  const created = await postForm(`${demo.portal.url}/candidates`, ANA);
  const path = (created.headers.get('location') ?? '').replace('/people/', '/candidates/');
  const page = await (await fetch(demo.portal.url + path)).text();
  const [, first = ''] = /session="([^"]+)"/.exec(page) ?? [];
  const [, renewal = ''] = /session-url="([^"]+)"/.exec(page) ?? [];
  const { token } = (await (await fetch(demo.portal.url + renewal)).json()) as { token: string };

  const { jti, iat, exp, ...scope } = claimsOf(first);
  const renewed = claimsOf(token);
  assert.notEqual(renewed['jti'], jti);
  assert.equal(scope['origin'], demo.portal.url);
  assert.equal(scope['locale'], 'es');
  for (const name of ['person_id', 'form_id', 'origin', 'locale'])
    assert.equal(renewed[name], scope[name], name);
  assert.ok(Number(exp) > Number(iat));

  const schema = PATHS.schema(String(scope['person_id']), String(scope['form_id']));
  const headers = { authorization: `Bearer ${token}`, origin: demo.portal.url };
  assert.equal((await fetch(demo.proxy.url + schema, { headers })).status, 200);

  assert.ok(!page.includes(ANA.email));
  const strict = await (
    await fetch(demo.portal.url + path.replace('/candidates/', '/strict/'))
  ).text();
  const [, link = ''] = /<noscript>.*<a [^>]*href="([^"]+)"/.exec(strict) ?? [];
  assert.ok(link.startsWith(`${demo.sandbox.url}/forms/`), link);
});
