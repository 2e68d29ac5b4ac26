import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS, type Precandidate } from 'precandidate-contract';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { ORIGIN, requestProxy, newPrecandidate, newSession } from 'precandidate-testing/service.ts';

const LIMIT = 4;
const RATE_LIMIT = String(LIMIT);

/** Statuses of requests one after the other. */
async function inTurn(times: number, request: (turn: number) => Promise<Response>) {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) statuses.push((await request(turn)).status);
  return statuses;
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

/** Sends a request for the schema that no session allows. */
const guess = (url: string, headers: Record<string, string> = {}, token = 'guess') =>
  requestProxy(url, PATHS.schema('p', 'f'), { token, headers });

const open = (url: string, record: Precandidate, token: string, headers = {}) =>
  requestProxy(url, PATHS.schema(record.person_id, record.precandidate_id), {
    token,
    origin: ORIGIN,
    headers,
  });

/** Sends bodies that no session allows to the path that takes the token in its body. */
const guessInBody = (url: string, session: string) =>
  requestProxy(url, PATHS.bootstrap, { body: { session } });

describe('without TRUST_PROXY, the connection’s address counts', () => {
  const service = sharedPair({ env: { RATE_LIMIT } });

  test('limits guesses of one address, whatever it claims to forward', async () => {
    const { url } = service;
    const statuses = await inTurn(LIMIT + 2, (turn) =>
      turn % 2 === 0
        ? guess(url, { 'x-forwarded-for': `203.0.113.${turn}` }, `guess-${turn}`)
        : guessInBody(url, `guess-${turn}`),
    );
    assert.deepEqual(statuses, [...times(LIMIT, 401), 429, 429]);
    const refused = await guess(url);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  });

  test('guesses take nothing from the sessions at the same address', async () => {
    const { url } = service;
    const record = await newPrecandidate(url);
    await inTurn(LIMIT + 1, () => guess(url));
    assert.equal((await guess(url)).status, 429);
    const own = await inTurn(3 * LIMIT, async () =>
      open(url, record, await newSession(url, record)),
    );
    assert.deepEqual(own, times(3 * LIMIT, 200));
    const session = await newSession(url, record);
    const opened = await requestProxy(url, PATHS.bootstrap, { body: { session }, origin: ORIGIN });
    assert.equal(opened.status, 200);
  });

  test('limits the requests of one session, also for another form', async () => {
    const { url } = service;
    const record = await newPrecandidate(url);
    const token = await newSession(url, record);
    const other = { ...record, precandidate_id: 'other' };
    const statuses = await inTurn(LIMIT + 2, (turn) =>
      open(url, turn % 2 === 0 ? record : other, token),
    );
    assert.deepEqual(statuses, [200, 403, 200, 403, 429, 429]);
  });
});

describe('behind TRUST_PROXY, the forwarded address counts', () => {
  const service = sharedPair({ env: { RATE_LIMIT, TRUST_PROXY: '127.0.0.1,192.0.2.0/24' } });
  const guessFrom = (addresses: readonly string[], header = 'x-forwarded-for') =>
    inTurn(addresses.length, (turn) => guess(service.url, { [header]: addresses[turn] ?? '' }));
  const ONE_CLIENT = [...times(LIMIT, 401), 429, 429];
  const range = (write: (n: number) => string) =>
    Array.from({ length: LIMIT + 2 }, (_, n) => write(n));

  test('each address has its own limit', async () => {
    const statuses = await guessFrom(range((n) => `203.0.113.${n}`));
    assert.deepEqual(statuses, times(LIMIT + 2, 401));
  });

  for (const prefix of ['64:ff9b::', '64:ff9b:1:2:3:4:', '::ffff:0:'])
    test(`each IPv4 address has its own limit behind a translator to ${prefix}`, async () => {
      const statuses = await guessFrom(range((n) => `${prefix}198.51.104.${n}`));
      assert.deepEqual(statuses, times(LIMIT + 2, 401));
    });

  for (const [what, write] of Object.entries<(n: number) => string>({
    'a port of an IPv4 address': (n) => `198.51.100.1:${50_000 + n}`,
    'a port of an IPv6 address': (n) => `[2001:db8:9::1]:${50_000 + n}`,
    'a port of a trusted proxy before it': (n) => `198.51.100.3, 192.0.2.7:${n + 1}`,
    'an address in the network of /64': (n) => `2001:db8:1:2:${n}::${n}`,
    'the IPv6 form of an IPv4 address': (n) => `${n % 2 ? '::ffff:' : ''}198.51.100.5`,
    'an earlier address, which anyone may write': (n) => `203.0.113.${n}, 198.51.100.7`,
    'a 6to4 network of an IPv4 address': (n) =>
      n === 0 ? '198.51.100.8' : `2002:c633:6408:${n}::1`,
    'a Teredo server and port of an IPv4 address': (n) =>
      n === 0 ? '198.51.100.9' : `2001:0:cb00:71${n}0:0:${n}:39cc:9bf6`,
    'a zone of the address': (n) => `fe80::1%eth${n}`,
  }))
    test(`splits no limit: ${what}`, async () => {
      assert.deepEqual(await guessFrom(range(write)), ONE_CLIENT);
    });

  for (const [what, write] of Object.entries<(n: number) => string>({
    'a port': (n) => `for="[2001:db8:7::1]:${n}";proto=https`,
    'an address in another parameter': (n) => `for=198.51.100.21;host="a,for=203.0.113.${n}"`,
    'an element before': (n) => `for=203.0.113.${n}, For=198.51.100.22:${n + 1};by=192.0.2.1`,
  }))
    test(`splits no limit in the Forwarded header: ${what}`, async () => {
      assert.deepEqual(await guessFrom(range(write), 'forwarded'), ONE_CLIENT);
    });

  test('whatever names no address is one client', async () => {
    const unnamed = await inTurn(LIMIT + 2, (turn) =>
      guess(
        service.url,
        turn % 2 === 0
          ? { 'x-forwarded-for': `client-${turn}` }
          : { forwarded: `for=203.0.113.${turn}, proto=http` },
      ),
    );
    assert.deepEqual(unnamed, ONE_CLIENT);
  });

  test('reads Forwarded, and trusts X-Forwarded-For more', async () => {
    const statuses = await guessFrom(
      range((n) => `for=198.51.101.${n}`),
      'forwarded',
    );
    assert.deepEqual(statuses, times(LIMIT + 2, 401));
    const both = await inTurn(LIMIT + 2, (turn) =>
      guess(service.url, {
        'x-forwarded-for': '198.51.100.31',
        forwarded: `for=198.51.102.${turn}`,
      }),
    );
    assert.deepEqual(both, ONE_CLIENT);
  });

  test('one session has one limit over all addresses', async () => {
    const { url } = service;
    const record = await newPrecandidate(url);
    const token = await newSession(url, record);
    const statuses = await inTurn(LIMIT + 2, (turn) =>
      open(url, record, token, { 'x-forwarded-for': `198.51.103.${turn}` }),
    );
    assert.deepEqual(statuses, [...times(LIMIT, 200), 429, 429]);
  });
});
