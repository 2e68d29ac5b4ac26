import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import event from './relayed-event.json' with { type: 'json' };
import { openPortal, RELAY_SECRET } from './open-portal.ts';

const portal = openPortal();

const EVENT = JSON.stringify(event);
const MESSAGE = 'msg_1';

function relay(sent: string, signed = sent, at = new Date()) {
  return fetch(`${portal.url}/relayed-events`, {
    method: 'POST',
    body: sent,
    headers: {
      'content-type': 'application/json',
      'webhook-id': MESSAGE,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(RELAY_SECRET).sign(MESSAGE, at, signed),
    },
  });
}

const home = async () => (await fetch(portal.url)).text();

test('accepts a signed event, counts repeated deliveries, and lists it once as verified', async () => {
  for (let time = 0; time < 3; time += 1) assert.equal((await relay(EVENT)).status, 204);
  const page = await home();
  assert.match(page, /data-event="precandidate.submitted"/);
  assert.match(page, /signature verified/);
  assert.equal(page.match(/data-event-id=/g)?.length, 1);
  assert.match(page, /delivered 3 times/);
});

test('rejects other bytes, an old signature, and none, and shows nothing of the content', async () => {
  const other = EVENT.replace('"p"', '"somebody-else"');
  const unsigned = () => fetch(`${portal.url}/relayed-events`, { method: 'POST', body: other });
  for (const response of [
    // The same JSON: the signature covers the bytes.
    await relay(JSON.stringify(JSON.parse(EVENT), null, 1), EVENT),
    await relay(other, other, new Date(Date.now() - 3_600_000)),
    await unsigned(),
  ])
    assert.equal(response.status, 401);
  const page = await home();
  assert.match(page, /signature not verified/);
  assert.doesNotMatch(page, /somebody-else/);
});
