import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from 'precandidate-contract';
import { sharedPair } from '../stage/pair.ts';
import { ORIGIN, requestProxy, newPrecandidate, newSession } from '../stage/service.ts';

const LIMIT = 4;
const RATE_LIMIT = String(LIMIT);

/** Opens forms at `url`; resolves to the statuses. */
async function openMany(url: string, times: number, how: (turn: number) => Promise<object>) {
  const record = await newPrecandidate(url);
  const path = PATHS.schema(record.person_id, record.precandidate_id);
  const shared = await newSession(url, record);
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const { ownToken, ...ask } = (await how(turn)) as { ownToken?: boolean };
    const token = ownToken ? await newSession(url, record) : shared;
    statuses.push((await requestProxy(url, path, { token, origin: ORIGIN, ...ask })).status);
  }
  return statuses;
}
const forwarded = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const allowed = (times: number) => Array.from({ length: times }, () => 200);

describe('without TRUST_PROXY, the connection’s address counts', () => {
  const service = sharedPair({ env: { RATE_LIMIT } });

  test('forwarded addresses and different tokens do not split the budget', async () => {
    const statuses = await openMany(service.url, LIMIT + 2, async (turn) => ({
      ownToken: true,
      ...forwarded(`203.0.113.${turn}`),
    }));
    assert.deepEqual(statuses, [...allowed(LIMIT), 429, 429]);
  });

  test('guessed tokens are counted before they are checked', async () => {
    const answer = await requestProxy(service.url, PATHS.schema('p', 'f'), {
      token: 'guess',
    });
    assert.equal(answer.status, 429);
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  });
});

describe('behind TRUST_PROXY, the forwarded address counts', () => {
  const service = sharedPair({ env: { RATE_LIMIT, TRUST_PROXY: '127.0.0.1' } });

  test('each address has its own budget, and one token shares one budget over all addresses', async () => {
    const { url } = service;
    const own = await openMany(url, LIMIT + 2, async (turn) => ({
      ownToken: true,
      ...forwarded(`203.0.113.${turn}`),
    }));
    assert.deepEqual(own, allowed(LIMIT + 2));
    const shared = await openMany(url, LIMIT + 2, async (turn) => forwarded(`198.51.100.${turn}`));
    assert.deepEqual(shared, [...allowed(LIMIT), 429, 429]);
  });

  test('only the last forwarded address counts', async () => {
    const statuses = await openMany(service.url, LIMIT + 2, async (turn) => ({
      ownToken: true,
      ...forwarded(`192.0.2.${turn}, 203.0.113.99`),
    }));
    assert.deepEqual(statuses, [...allowed(LIMIT), 429, 429]);
  });

  test('an IPv6 network of /64 is one address, and a mapped IPv4 address is itself', async () => {
    const { url } = service;
    const one = await openMany(url, LIMIT + 2, async (turn) => ({
      ownToken: true,
      ...forwarded(`2001:db8:1:2:${turn}::${turn}`),
    }));
    assert.deepEqual(one, [...allowed(LIMIT), 429, 429]);
    const others = await openMany(url, LIMIT + 2, async (turn) => ({
      ownToken: true,
      ...forwarded(`2001:db8:1:${turn + 10}::1`),
    }));
    assert.deepEqual(others, allowed(LIMIT + 2));
    const clothed = await openMany(url, LIMIT + 1, async (turn) => ({
      ownToken: true,
      ...forwarded(turn % 2 === 0 ? '203.0.113.50' : '::ffff:203.0.113.50'),
    }));
    assert.deepEqual(clothed, [...allowed(LIMIT), 429]);
  });
});
