import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openPortal, RELAY_SECRET } from './open-portal.ts';

const EVENT = JSON.stringify({
  type: 'precandidate.submitted',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: {
    person_id: 'p',
    precandidate_id: 'f',
    precandidate_status: 'SUBMITTED',
    updated_at: null,
  },
});

function relay(portalUrl: string, id: string, at: Date, signed: string, sent = signed) {
  return fetch(`${portalUrl}/relayed-events`, {
    method: 'POST',
    body: sent,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(RELAY_SECRET).sign(id, at, signed),
    },
  });
}

const homeOf = async (portalUrl: string) => (await fetch(portalUrl)).text();

test('accepts a signed event and lists it as verified', async (t) => {
  const { url } = await openPortal(t);
  assert.equal((await relay(url, 'msg_1', new Date(), EVENT)).status, 204);
  const home = await homeOf(url);
  assert.match(home, /data-event="precandidate.submitted"/);
  assert.match(home, /signature verified/);
});

test('rejects the same JSON in other bytes: the signature covers the bytes', async (t) => {
  const { url } = await openPortal(t);
  const rewritten = JSON.stringify(JSON.parse(EVENT), null, 1);
  assert.equal((await relay(url, 'msg_1', new Date(), EVENT, rewritten)).status, 401);
});

test('rejects an event without a signature and shows none of its content', async (t) => {
  const { url } = await openPortal(t);
  const body = EVENT.replace('"p"', '"somebody-else"');
  const response = await fetch(`${url}/relayed-events`, { method: 'POST', body });
  assert.equal(response.status, 401);
  const home = await homeOf(url);
  assert.match(home, /signature not verified/);
  assert.doesNotMatch(home, /somebody-else/);
});

test('rejects an old signature', async (t) => {
  const { url } = await openPortal(t);
  const response = await relay(url, 'msg_1', new Date(Date.now() - 3_600_000), EVENT);
  assert.equal(response.status, 401);
});

test('accepts and counts a repeated delivery, and lists it once', async (t) => {
  const { url } = await openPortal(t);
  for (let time = 0; time < 3; time += 1)
    assert.equal((await relay(url, 'msg_1', new Date(), EVENT)).status, 204);
  const home = await homeOf(url);
  assert.equal(home.match(/data-event-id=/g)?.length, 1);
  assert.match(home, /delivered 3 times/);
});
