import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap, Problem } from 'precandidate-contract';
import { ORIGIN, sharedPair } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';

const pair = sharedPair();

const opened = async (answer: Response) => (await answer.json()) as Bootstrap;

test('one answer holds the schema, the snapshot, the record and the drawn fields', async () => {
  const ana = await pair.candidate();
  const answer = await pair.bootstrap({ session: ana.token, locale: 'pt-BR' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
  const { schema, snapshot, record, fields } = await opened(answer);
  assert.deepEqual(schema, await (await ana.browse('schema')).json());
  assert.deepEqual(snapshot, await (await ana.browse('status')).json());
  assert.equal(record?.country_code, 'PE');
  assert.ok(!JSON.stringify(record).includes('ana@example.com'));
  assert.equal(fields?.locale, 'pt-BR');
  assert.match(
    fields?.html ?? '',
    /^<div class="base" part="base" lang="pt" dir="ltr" data-locale="pt-BR">/,
  );
  assert.match(fields?.html ?? '', /name="f\.document__id"/);
  assert.ok(!fields?.html?.includes(ana.token));
});

test('a page with the prerendered fields receives their source, but not the fields again', async () => {
  const ana = await pair.candidate();
  const { fields } = await opened(await pair.bootstrap({ session: ana.token }));
  const { html, ...from } = fields ?? {};
  assert.ok(html);
  const again = await opened(await pair.bootstrap({ session: ana.token, fields: false }));
  assert.deepEqual(again.fields, from);
});

test('of a form that is submitted no schema is needed', async () => {
  const ana = await pair.candidate();
  const status = { precandidate_status: 'SUBMITTED' };
  await pair.fault({ match: { path: '/schema/' }, kind: 'html', times: 0 });
  await pair.control(`/_control/precandidates/${ana.form_id}/status`, status);
  await ana.follow(({ state }) => state === 'submitted');
  const { schema, fields, snapshot } = await opened(await pair.bootstrap({ session: ana.token }));
  assert.deepEqual([schema, fields, snapshot.state], [null, null, 'submitted']);
});

test('accepts JSON as application/json too; rejects other types and names the right ones', async () => {
  const ana = await pair.candidate();
  const as = (type: string) => pair.bootstrap({ session: ana.token }, { 'content-type': type });
  assert.equal((await as('application/json')).status, 200);
  const refused = await as('application/x-www-form-urlencoded');
  assert.equal(refused.status, 415);
  assert.match(((await refused.json()) as Problem).detail ?? '', /text\/plain/);
});

test('reports errors as other routes do', async () => {
  const ana = await pair.candidate();
  for (const [body, problem] of [
    ['{"session', 'malformed-body'],
    ['', 'session-invalid'],
    ['[]', 'session-invalid'],
    [{}, 'session-invalid'],
    [{ session: 'x' }, 'session-invalid'],
    [{ session: ana.token, more: 1 }, 'invalid-request'],
  ] as const)
    await assertProblem(await pair.bootstrap(body), problem);
  const foreign = await pair.bootstrap({ session: ana.token }, { origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  assert.equal(foreign.headers.get('access-control-allow-origin'), '*');
});

test('a draft key is one form’s: 256 bits, the same each time, and no other form’s', async () => {
  const keysOf = async (session: string) =>
    (await opened(await pair.bootstrap({ session, fields: false }))).draft_keys;
  const [ana, rui] = [await pair.candidate(), await pair.candidate()];
  const [key = '', ...others] = await keysOf(ana.token);
  assert.equal(Buffer.from(key, 'base64url').length, 32);
  assert.deepEqual(others, []);
  assert.deepEqual(await keysOf(ana.token), [key]);
  assert.notDeepEqual(await keysOf(rui.token), [key]);
});

test('the element’s locale comes before the session’s, and that before page and browser', async () => {
  const ana = await pair.candidate();
  const locale = async (granted: object, wanted: object) => {
    const { token: session } = await pair.session(ana, granted);
    return (await opened(await pair.bootstrap({ session, fields: false, ...wanted }))).locale;
  };
  const languages = ['fr', 'en-GB', 'es'];
  assert.equal(await locale({ locale: 'pt' }, { locale: 'es', languages }), 'es-PE');
  assert.equal(await locale({ locale: 'pt' }, { locale: 'fr', languages }), 'pt-PE');
  assert.equal(await locale({ locale: 'pt-BR' }, { languages }), 'pt-BR');
  assert.equal(await locale({}, { languages }), 'en-GB');
  assert.equal(await locale({}, {}), 'es-PE');
});
