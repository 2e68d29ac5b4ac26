import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envOf, runProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { type Pair, startPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { ENGINES } from './on-both-engines.ts';
import { PERU } from './submission-helpers.ts';

const checkOf = (pair: Pair, env: object = {}) =>
  runProxyCommand({ ...envOf(pair), ...env }, 'check');

test('FORM_HOSTS adds to the service’s own host', async (t) => {
  const DATA_DIR = await newFolder(t);
  const pair = await startPair(t, { env: { FORM_HOSTS: 'forms.example', DATA_DIR } });
  const ana = await pair.candidate();
  assert.equal((await pair.bootstrap({ session: ana.token })).status, 200);
  assert.equal((await ana.submit(PERU)).status, 200);
  const { output } = await checkOf(pair);
  assert.doesNotMatch(output, /FORM_HOSTS/);
});

/** The next record of the service leads there. */
const moveForms = (pair: Pair, form_url: unknown) =>
  pair.fault({
    match: { method: 'POST', path: '/v3/precandidate' },
    kind: 'status',
    status: 201,
    body: {
      person_id: 'p',
      precandidate_id: 'f',
      precandidate_status: 'CREATED',
      country_code: 'PE',
      form_url,
    },
  });

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: a form_url outside of FORM_HOSTS is said when the form opens, and by check`, async (t) => {
    const where = await database(t);
    const pair = await startPair(t, { env: where });
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const match = { path: '/schema/' };
    await pair.fault({ match, kind: 'status', status: 200, times: 0, body: schema });
    await moveForms(pair, 'https://elsewhere.example/secret-path');
    assert.equal(
      (await pair.backend('/precandidate', { body: { country_code: 'PE' } })).status,
      201,
    );
    const { token } = await pair.session({ person_id: 'p', form_id: 'f' });
    const opened = await pair.bootstrap({ session: token });
    const { detail } = await assertProblem(opened, 'form-host-not-allowed');
    assert.equal(detail, 'The record’s form_url leads to https://elsewhere.example');
    const { code, output } = await checkOf(pair);
    assert.equal(code, 1);
    assert.match(output, /^✖ +forms +a form_url leads to .*FORM_HOSTS$/m);
    assert.doesNotMatch(output, /secret-path/);

    await pair.restart({ ...where, FORM_HOSTS: 'elsewhere.example' });
    const again = await checkOf(pair, { FORM_HOSTS: 'elsewhere.example' });
    assert.doesNotMatch(again.output, /✖ +forms/);
  });

test('a form that has nowhere to be sent does not open', async (t) => {
  const pair = await startPair(t);
  const match = { path: '/schema/' };
  await pair.fault({ match, kind: 'status', status: 200, times: 0, body: { type: 'object' } });
  await moveForms(pair, 7);
  await pair.backend('/precandidate', { body: { country_code: 'PE' } });
  const { token } = await pair.session({ person_id: 'p', form_id: 'f' });
  const opened = await pair.bootstrap({ session: token });
  const { detail } = await assertProblem(opened, 'service-answer-unusable');
  assert.equal(detail, 'The record has no form_url');
});
