import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bytesOf } from '../fuzz/requests.ts';
import { readOperations, type Operation } from '../fuzz/target.ts';
import { sendBytes } from '../fuzz/wire.ts';
import { readPage } from '../stage/repository.ts';
import { serviceRequests } from '../stage/sandbox-control.ts';
import { sharedPair } from '../stage/pair.ts';
import { BACKEND_KEY, newPrecandidate, newSession } from '../stage/service.ts';
import { assertWireProblem } from './assert-wire-problem.ts';

const { version: VERSION } = JSON.parse(readPage('package.json')) as { version: string };

/** Values of a path parameter that lead out of its folder, as a request line contains them. */
const TRAVERSALS = [
  '..',
  '../..',
  '../../../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%252e%252e%252fetc%252fpasswd',
  '..%5c..%5cetc%5cpasswd',
  '..\\..\\etc\\passwd',
  '....//....//etc/passwd',
  '..;/..;/etc/passwd',
  '%c0%ae%c0%ae/etc/passwd',
  '%u002e%u002e/etc/passwd',
  'x%00.js',
  '%00',
  'x%0a',
  'file:%2f%2f%2fetc%2fpasswd',
  '//etc/passwd',
  '%ff%fe',
];
const PARAMETER = /\{\w+\}/g;

describe('path traversal', () => {
  const service = sharedPair();
  let operations: Operation[];
  let token: string;
  before(async () => {
    operations = await readOperations(service.url);
    token = await newSession(service.url, await newPrecandidate(service.url));
  });

  async function assertRefused(method: string, target: string, bearer: string): Promise<void> {
    const request = {
      method,
      target,
      headers: [
        ['Connection', 'close'],
        ['Authorization', `Bearer ${bearer}`],
        ['Content-Type', 'application/json'],
      ] as [string, string][],
      body: method === 'POST' ? Buffer.from('{}') : null,
    };
    const [answer] = await sendBytes(service.url, bytesOf(request), { isWhole: true });
    assert.doesNotMatch(answer?.body ?? '', /root:|"dependencies"|SQLite format/, target);
    assertWireProblem(answer, undefined, `${method} ${target}`);
  }

  test('is refused in each parameter of each path, for back ends and sessions', async () => {
    const countsBefore = await serviceRequests(service.sandbox.url);
    let tried = 0;
    for (const { method, path } of operations)
      for (const [parameter] of path.matchAll(PARAMETER))
        for (const traversal of TRAVERSALS)
          for (const bearer of [BACKEND_KEY, token]) {
            const target = path.replace(parameter, () => traversal).replace(PARAMETER, 'pe');
            await assertRefused(method, target, bearer);
            tried += 1;
          }
    assert.ok(tried > 500, `${tried} tried`);
    const { 'GET /v3/precandidate': none, ...counts } = await serviceRequests(service.sandbox.url);
    assert.equal(none, undefined);
    for (const [route, count] of Object.entries(counts))
      if (count !== countsBefore[route])
        assert.match(route, /^GET \/v3\/.*:\w+/, 'only requests with a parameter');
  });

  test('is refused in the widget’s folder and in city lists', async () => {
    for (const folder of ['/widget/', `/widget/${VERSION}/`, '/locodes/', '/'])
      for (const traversal of TRAVERSALS)
        for (const end of ['', '.json', '/precandidate.db', '/package.json'])
          await assertRefused('GET', folder + traversal + end, '');
  });
});
