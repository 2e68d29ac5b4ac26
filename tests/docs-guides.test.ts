import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Session } from 'precandidate-contract';
import type { Proxy } from 'precandidate-proxy';
import { Webhook } from 'standardwebhooks';
import { freePorts, waitForLine } from './stage/commands.ts';
import { sharedPair, startPair } from './stage/pair.ts';
import { BACKEND_KEY, assertProblem, newPrecandidate, requestProxy } from './stage/service.ts';
import { blocksOf, PAGES, readPage } from './stage/repository.ts';
import { curlBodyOf, hasCurl, hasPython, snippetOf, startSnippet } from './stage/snippets.ts';

// Runs the examples of docs/guides.

const service = sharedPair({
  env: { ALLOWED_ORIGINS: 'http://127.0.0.1:5000,https://hr.example' },
});
const DATA = { document_id: '70456123', city_locode: 'PE LIM' };

/** The identifiers of a new precandidate, under the names that the examples give them. */
async function newForm(proxy: Pick<Proxy, 'url'>): Promise<{ PERSON_ID: string; FORM_ID: string }> {
  const { person_id, precandidate_id } = await newPrecandidate(proxy.url);
  return { PERSON_ID: person_id, FORM_ID: precandidate_id };
}

async function submit(proxy: Pick<Proxy, 'url'>, token: string): Promise<void> {
  const { person_id, form_id } = JSON.parse(atob(token.split('.')[1] ?? '')) as {
    person_id: string;
    form_id: string;
  };
  const response = await requestProxy(
    proxy.url,
    `/precandidate/${person_id}/submission/${form_id}`,
    { token, body: DATA, headers: { 'idempotency-key': crypto.randomUUID() } },
  );
  assert.ok(response.ok, await response.text());
}

/** Runs the Express portal of a guide. Returns the address that it prints. */
async function startPortal(t: TestContext, guide: string): Promise<string> {
  const [port = 0] = await freePorts(1);
  const portal = await startSnippet(t, 'portal.mjs', snippetOf(guide, 'js', 'express'), {
    PROXY_URL: service.url,
    BACKEND_KEY,
    PORT: `${port}`,
    ...(await newForm(service)),
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
  await submit(service, second);
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
  const form = await newForm(service);
  const ids = { person_id: form.PERSON_ID, form_id: form.FORM_ID };
  const minted = await requestProxy(service.url, '/sessions', {
    body: { ...ids, html: false },
  });
  const { token } = (await minted.json()) as Session;
  const body = curlBodyOf(snippetOf('docs/guides/sessions.md', 'sh', '/sessions/revoke'), form);
  const revoked = await requestProxy(service.url, '/sessions/revoke', { body });
  assert.equal(revoked.status, 204);
  const path = `/precandidate/${ids.person_id}/status/${ids.form_id}`;
  await assertProblem(await requestProxy(service.url, path, { token }), 'session-revoked');
});

test('the prefill in its guide fits the form, and the error is the documented one', async () => {
  const form = await newForm(service);
  const command = snippetOf('docs/guides/prefill.md', 'sh', '"prefill"');
  const body = curlBodyOf(command, form) as { prefill: object };
  const minted = await requestProxy(service.url, '/sessions', { body });
  assert.equal(minted.status, 201);
  const { token } = (await minted.json()) as Session;

  const path = `/precandidate/${form.PERSON_ID}/schema/${form.FORM_ID}`;
  const schema = await requestProxy(service.url, path, { token });
  const { properties } = (await schema.json()) as {
    properties: Record<string, { default?: unknown }>;
  };
  assert.equal(properties['document_id']?.default, '70456123');

  const refused = await requestProxy(service.url, '/sessions', {
    body: { ...body, prefill: { nickname: 'Ana' } },
  });
  const problem = await assertProblem(refused, 'prefill-invalid');
  assert.deepEqual(problem, JSON.parse(snippetOf('docs/guides/prefill.md', 'json')));
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

    const { PERSON_ID, token } = await relayTo(t, url);
    const [, id = '', data = ''] = await line;
    assert.equal((JSON.parse(data) as { person_id: string }).person_id, PERSON_ID, token);

    const body = '{"type":"person.completed","data":null}';
    assert.equal(await post(url, id, body, new Date()), 204);
    assert.equal(await post(url, id, body, new Date(), body.replace('null', 'true')), 401);
    assert.equal(await post(url, id, body, new Date(Date.now() - 600_000)), 401);
    assert.equal((await fetch(url, { method: 'POST', body })).status, 401);
  });

/** A proxy that relays to `url`, and a form that was submitted through it. */
async function relayTo(t: TestContext, url: string) {
  const proxy = await startPair(t, { env: { RELAY_URL: url, RELAY_SECRET } });
  const form = await newForm(proxy);
  const body = { person_id: form.PERSON_ID, form_id: form.FORM_ID, html: false };
  const { token } = (await (
    await requestProxy(proxy.url, '/sessions', { body })
  ).json()) as Session;
  await submit(proxy, token);
  return { ...form, token };
}

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
    const form = await newForm(service);
    const body = { person_id: form.PERSON_ID, form_id: form.FORM_ID, html: false };
    const minted = await requestProxy(service.url, '/sessions', { body });
    const { token: TOKEN } = (await minted.json()) as Session;
    const env = { ...process.env, ...form, PROXY_URL: service.url, BACKEND_KEY, TOKEN };
    const failing = command.replace('curl ', 'curl --silent --show-error --fail-with-body ');
    await assert.doesNotReject(promisify(execFile)('bash', ['-c', failing], { env }), page);
  }
  await fetch(`${service.sandbox.url}/_control/faults`, { method: 'DELETE' });
});
