import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FormSchema, UiSchema } from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';
import { freePorts, waitForLine } from 'precandidate-testing/commands.ts';
import { sharedPair, startPair, type Form } from 'precandidate-testing/pair.ts';
import { BACKEND_KEY, assertProblem } from 'precandidate-testing/service.ts';
import { blocksOf, PAGES, readPage } from 'precandidate-testing/repository.ts';
import {
  curlBodyOf,
  hasCurl,
  hasPython,
  snippetOf,
  startSnippet,
} from 'precandidate-testing/snippets.ts';

// Runs the examples of docs/guides.

const service = sharedPair({
  env: { ALLOWED_ORIGINS: 'http://127.0.0.1:5000,https://hr.example' },
});
const DATA = { document_id: '70456123', city_locode: 'PE LIM' };

/** The identifiers of a form, under the names that the examples give them. */
const namesOf = ({ person_id, form_id }: Form) => ({ PERSON_ID: person_id, FORM_ID: form_id });

/** Runs the Express portal of a guide. Returns the address that it prints. */
async function startPortal(t: TestContext, guide: string): Promise<string> {
  const [port = 0] = await freePorts(1);
  const portal = await startSnippet(t, 'portal.mjs', snippetOf(guide, 'js', 'express'), {
    PROXY_URL: service.url,
    BACKEND_KEY,
    PORT: `${port}`,
    ...namesOf(await service.candidate()),
  });
  const [address] = await waitForLine(portal.child, /^http:\S+$/);
  return address;
}

test('the Express portal serves a page with a session and renews it', async (t) => {
  const address = await startPortal(t, 'docs/guides/sessions.md');
  const page = await (await fetch(address)).text();
  const [, first = ''] = /session="([^"]+)"/.exec(page) ?? [];
  const renewal = await fetch(new URL('/session', address));
  assert.equal(renewal.headers.get('cache-control'), 'no-store');
  const { token: second } = (await renewal.json()) as { token: string };
  assert.notEqual(first, second);
  assert.equal((await service.bootstrap({ session: second })).status, 200);
});

test('the portal in the prerender guide serves the fields and a policy that allows them', async (t) => {
  const address = await startPortal(t, 'docs/guides/prerender.md');

  let response = await fetch(address);
  let page = await response.text();
  // On a busy machine, the first renderings may take too long.
  while (!page.includes(' rendered=')) {
    await pause(50);
    response = await fetch(address);
    page = await response.text();
  }
  assert.match(page, /<precandidate-form session-url="\/session" session="/);
  const policy = response.headers.get('content-security-policy') ?? '';
  const [, nonce = ''] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
  assert.ok(page.includes(`<style nonce="${nonce}" `));
});

test('the revocation in the sessions guide ends the sessions of a form', async () => {
  const ana = await service.candidate();
  const command = snippetOf('docs/guides/sessions.md', 'sh', '/sessions/revoke');
  const body = curlBodyOf(command, namesOf(ana));
  assert.equal((await service.backend('/sessions/revoke', { body })).status, 204);
  await assertProblem(await ana.browse('status'), 'session-revoked');
});

test('the prefill in its guide fits the form, and the error is the documented one', async () => {
  const command = snippetOf('docs/guides/prefill.md', 'sh', '"prefill"');
  const body = curlBodyOf(command, namesOf(await service.candidate())) as Form;
  const ana = await service.session(body, body);
  const { properties } = (await (await ana.browse('schema')).json()) as {
    properties: Record<string, { default?: unknown }>;
  };
  assert.equal(properties['document_id']?.default, '70456123');

  const wrong = { ...body, prefill: { nickname: 'Ana' } };
  const refused = await service.backend('/sessions', { body: wrong });
  const problem = await assertProblem(refused, 'prefill-invalid');
  assert.deepEqual(problem, JSON.parse(snippetOf('docs/guides/prefill.md', 'json')));
});

test('the ui_schemas in their guide fit their forms, and the error is the documented one', async () => {
  const guide = 'docs/guides/ui-schema.md';
  const body = curlBodyOf(
    snippetOf(guide, 'sh', '"ui_schema"'),
    namesOf(await service.candidate()),
  ) as Form & { ui_schema: UiSchema };
  const opened = await service.session(body, body);
  const { ui_schema } = (await (await service.bootstrap({ session: opened.token })).json()) as {
    ui_schema: UiSchema;
  };
  assert.deepEqual(ui_schema, body.ui_schema);

  const { properties } = JSON.parse(snippetOf(guide, 'json', '"properties"')) as FormSchema;
  const other = await service.candidateOf(properties);
  for (const key of ['"ui:title"', '"steps"']) {
    const given = JSON.parse(snippetOf(guide, 'json', key)) as UiSchema;
    await service.session(other, { ui_schema: given });
  }

  const nickname = { 'ui:title': 'Nickname' };
  const wrong = { ...body, ui_schema: { nickname, document_id: { 'ui:widget': 'hidden' } } };
  const refused = await service.backend('/sessions', { body: wrong });
  const problem = await assertProblem(refused, 'ui-schema-invalid');
  assert.deepEqual(problem, JSON.parse(snippetOf(guide, 'json', 'ui-schema-invalid')));
});

const RELAY_SECRET = `whsec_${btoa('a secret of thirty-two bytes, ok')}`;
const RECEIVERS = [
  { name: 'receiver.mjs', language: 'js', skip: false },
  { name: 'receiver.py', language: 'python', skip: !hasPython && 'needs python3' },
];

for (const { name, language, skip } of RECEIVERS)
  test(`${name} accepts the events of the proxy, and nothing else`, { skip }, async (t) => {
    const [port = 0] = await freePorts(1);
    const code = snippetOf('docs/guides/events.md', language);
    const receiver = await startSnippet(t, name, code, { RELAY_SECRET, PORT: `${port}` });
    const line = waitForLine(receiver.child, /^(\S+) precandidate\.submitted (\{.*\})$/);
    const [url] = await waitForLine(receiver.child, /^http:\S+$/);

    const proxy = await startPair(t, { env: { RELAY_URL: url, RELAY_SECRET } });
    const ana = await proxy.candidate();
    assert.ok((await ana.submit(DATA)).ok);
    const [, id = '', data = ''] = await line;
    assert.equal((JSON.parse(data) as { person_id: string }).person_id, ana.person_id);

    const body = '{"type":"person.completed","data":null}';
    assert.equal(await post(url, id, body, new Date()), 204);
    assert.equal(await post(url, id, body, new Date(), body.replace('null', 'true')), 401);
    assert.equal(await post(url, id, body, new Date(Date.now() - 600_000)), 401);
    assert.equal((await fetch(url, { method: 'POST', body })).status, 401);
  });

/** Signs `signed` and posts `body` to a receiver; resolves to the status. */
async function post(url: string, id: string, signed: string, at: Date, body = signed) {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': new Webhook(RELAY_SECRET).sign(id, at, signed),
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

test('the test in the sandbox guide passes', async (t) => {
  const code = snippetOf('docs/guides/sandbox.md', 'js', 'startSandbox');
  const { child } = await startSnippet(t, 'portal.test.mjs', code);
  const passed = waitForLine(child, /^(?:# |ℹ )pass 1$/);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  assert.equal(exitCode, 0);
  await passed;
});

/** The commands of the docs, with the addresses of our servers, and the page of each. */
function curlCommands(): { page: string; command: string }[] {
  const commandsOf = (page: string) =>
    blocksOf(readPage(page))
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.match(/^curl (?:.*\\\n)*.*$/gm) ?? []);
  return PAGES.flatMap((page) =>
    commandsOf(page).map((text) => ({
      page,
      command: text
        .replace('http://127.0.0.1:4200', service.url)
        .replace('http://127.0.0.1:4300', service.sandbox.url),
    })),
  );
}

test('every curl command of the docs succeeds', { skip: !hasCurl && 'needs curl' }, async () => {
  const commands = curlCommands();
  assert.ok(commands.length >= 8);
  for (const { page, command } of commands) {
    const ana = await service.candidate();
    const own = { ...namesOf(ana), PROXY_URL: service.url, BACKEND_KEY, TOKEN: ana.token };
    const failing = command.replace('curl ', 'curl --silent --show-error --fail-with-body ');
    const env = { ...process.env, ...own };
    await assert.doesNotReject(promisify(execFile)('bash', ['-c', failing], { env }), page);
  }
});
