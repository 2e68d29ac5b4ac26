import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PATHS, type Precandidate } from 'precandidate-contract';
import { sharedPair } from '../stage/pair.ts';
import {
  ORIGIN,
  requestProxy,
  assertProblem,
  newPrecandidate,
  newSession,
} from '../stage/service.ts';

const DEEPEST = 100;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a body', () => {
  const service = sharedPair();
  let record: Precandidate;
  let token: string;
  before(async () => {
    record = await newPrecandidate(service.url);
    token = await newSession(service.url, record);
  });

  /** Each path with a body, and its credentials. */
  const paths = (): [string, object][] => [
    [PATHS.precandidates, {}],
    [PATHS.persons('pe'), {}],
    [PATHS.sessions, {}],
    [PATHS.revokeSessions, {}],
    [PATHS.submission(record.person_id, record.precandidate_id), asBrowser()],
    [PATHS.bootstrap, { origin: ORIGIN, headers: { 'content-type': 'text/plain' } }],
  ];
  const asBrowser = () => ({
    token,
    origin: ORIGIN,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });

  test('with bytes other than UTF-8 is refused', async () => {
    const send = (path: string, bytes: Buffer<ArrayBuffer>, type: string) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer backend-key-0123456789', 'content-type': type },
        body: bytes,
      });
    const latin1 = Buffer.from('{"person_id":"é"}', 'latin1');
    for (const type of ['application/json', 'application/json; charset=latin1'])
      assert.match(await (await send(PATHS.sessions, latin1, type)).text(), /not UTF-8/);
    const bootstrap = await send(PATHS.bootstrap, latin1, 'text/plain');
    assert.equal((await assertProblem(bootstrap, 'malformed-body')).detail, 'It is not UTF-8');
  });

  test(`nested deeper than ${DEEPEST} levels is refused on each path`, async () => {
    for (const [path, how] of paths())
      for (const levels of [DEEPEST, 10_000, 100_000]) {
        const body = `{"session":${nested(levels)}}`;
        await assertProblem(
          await requestProxy(service.url, path, { ...how, body }),
          'body-too-large',
        );
      }
  });

  test('with thousands of members or digits is checked as any other', async () => {
    const members = Array.from({ length: 15_000 }, (_, index) => `"m${index}":0`).join();
    for (const body of [`{${members}}`, `{"document_id":${'9'.repeat(200_000)}}`])
      for (const [path, how] of paths()) {
        const answer = await requestProxy(service.url, path, { ...how, body });
        assert.ok(answer.status < 500, `${path}: ${answer.status} ${await answer.text()}`);
      }
  });
});
