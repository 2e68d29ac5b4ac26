import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import { type EventSender, withEventSender } from '../src/outbox/event-sender.ts';
import { isPublicAddress } from '../src/upstream/address-lookup.ts';
import { isAllowedHost } from '../src/submissions/channels/form-channel.ts';
import { RELAY_SECRET, startPair } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import addresses from './addresses.json' with { type: 'json' };
import { PERU } from './submission-helpers.ts';

const DIRECT = { OUTBOUND_PROXY: undefined, OUTBOUND_PROXY_EXCEPT: undefined };

test('recognizes private addresses in every notation', () => {
  for (const address of addresses.private) assert.equal(isPublicAddress(address), false, address);
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '172.32.0.1'])
    assert.equal(isPublicAddress(address), true, address);
  for (const none of ['', 'localhost', '127.1', '2130706433', '8.8.8.8 ', 'fe80::1%eth0'])
    assert.equal(isPublicAddress(none), false, none);
});

/** A server that nobody should come to, and how many did. */
async function startTrap(t: TestContext) {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`);
  assert.equal(visits, 1, 'a visit is counted');
  return { port, visits: () => visits - 1 };
}

test('relays no event to a private address in any notation', async (t) => {
  const { port, visits } = await startTrap(t);
  const refused = new Set(['private-address', 'ENOTFOUND']);
  let privates = 0;
  for (const host of addresses.hostsOfThisMachine) {
    const url = `http://${host}:${port}/events`;
    const settings = {
      RELAY_URL: url,
      RELAY_SECRET: [RELAY_SECRET],
      RELAY_ALLOW_PRIVATE: false,
      ...DIRECT,
    };
    const send = (sender: EventSender) => sender.send({ id: 'evt', body: '{}' });
    const { outcome = '' } = (await withEventSender(settings, send)) ?? {};
    assert.ok(refused.has(outcome), `${host}: ${outcome}`);
    if (outcome === 'private-address') privates += 1;
  }
  assert.ok(privates >= 12);
  assert.equal(visits(), 0);
});

for (const [title, { settings, allowed, refused }] of [
  ['compares form addresses with FORM_HOSTS exactly', addresses.formHosts],
  ['sends no form in clear text when the service uses https', addresses.onlyHttps],
] as const)
  test(title, () => {
    for (const address of allowed) assert.equal(isAllowedHost(address, settings), true, address);
    for (const address of refused) assert.equal(isAllowedHost(address, settings), false, address);
  });

test('follows no redirect of a form and calls no name of this machine', async (t) => {
  const { port, visits } = await startTrap(t);
  const pair = await startPair(t);
  const { host } = new URL(pair.sandbox.url);
  const redirected = await pair.candidate();
  const location = `http://127.0.0.1:${port}/`;
  await pair.fault({ match: { path: '/forms/' }, kind: 'redirect', status: 307, location });
  assert.equal((await redirected.submit(PERU)).status, 502);
  const says = (path: string, body: unknown) =>
    pair.fault({ match: { path }, kind: 'status', status: 200, times: 0, body });
  await says('/schema/', { type: 'object', properties: { a: { type: 'string' } } });
  for (const form_url of [
    `http://localhost:${port}/`,
    location,
    `http://[::1]:${port}/`,
    `http://${host}@127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
  ]) {
    const ids = { person_id: crypto.randomUUID(), form_id: 'f' };
    await says(`/v3/precandidate/${ids.person_id}`, [
      { ...ids, precandidate_id: 'f', precandidate_status: 'CREATED', form_url },
    ]);
    const ana = await pair.session(ids);
    const { detail } = await assertProblem(await ana.submit({ a: 'b' }), 'form-host-not-allowed');
    assert.equal(detail, `The record’s form_url leads to ${new URL(form_url).origin}`);
  }
  assert.equal(visits(), 0);
});
