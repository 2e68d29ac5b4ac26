import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  PATHS,
  PROBLEMS,
  problemName,
  type Precandidate,
  type Problem,
  type ProblemName,
} from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { bytesOf } from '../fuzz/requests.ts';
import { readOperations } from '../fuzz/target.ts';
import { sendBytes, type WireAnswer } from '../fuzz/wire.ts';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { readPage } from 'precandidate-testing/repository.ts';
import { serviceRequests } from 'precandidate-testing/sandbox-control.ts';
import {
  assertProblem,
  BACKEND_KEY,
  newPrecandidate,
  newSession,
  ORIGIN,
  type ProxyRequest,
  proxySettings,
  requestProxy,
  WEBHOOK_SECRET,
} from 'precandidate-testing/service.ts';

const readJson = <Content>(name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Content;

/** The answer is a problem of the catalogue, and one of `names` if given. */
function assertWireProblem(
  answer: WireAnswer | undefined,
  about: string,
  names?: readonly ProblemName[],
): void {
  assert.ok(answer, `${about}: no answer`);
  const { status, headers, body } = answer;
  assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, `${about}: ${status}`);
  const name = problemName((JSON.parse(body) as Problem).type);
  assert.ok(name, `${about}: ${body}`);
  assert.equal(status, PROBLEMS[name].status, about);
  assert.ok(names?.includes(name) !== false, `${about}: ${name}`);
  assert.equal(headers['x-injected'], undefined, about);
}

/** What is wrong with a request → its bytes, and the problem. */
const RAW_REQUESTS =
  readJson<Record<string, { request: string; problem?: ProblemName }>>('raw-requests.json');

const INJECTED = 'x\r\nX-Injected: yes\r\n\r\n<script>';

const { version: VERSION } = JSON.parse(readPage('package.json')) as { version: string };
/** Values of a path parameter that lead out of its folder, as a request line contains them. */
const TRAVERSALS = readJson<string[]>('traversals.json');
const PARAMETER = /\{\w+\}/g;

const service = sharedPair();

/** One form with a session, for all tests. */
let opened: Promise<{ record: Precandidate; token: string }> | undefined;
const form = () => (opened ??= openForm());

async function openForm() {
  const record = await newPrecandidate(service.url);
  return { record, token: await newSession(service.url, record) };
}

describe('an ambiguous request is refused', () => {
  for (const [what, { request, problem }] of Object.entries(RAW_REQUESTS))
    test(`${what}: one problem`, async () => {
      const { record, token } = await form();
      const text = request
        .replace('{key}', `Authorization: Bearer ${BACKEND_KEY}`)
        .replace('{token}', token)
        .replace('{submission}', PATHS.submission(record.person_id, record.precandidate_id))
        .replace('{long}', 'b'.repeat(20_000));
      const answers = await sendBytes(service.url, Buffer.from(text, 'latin1'));
      assert.equal(answers.length, 1);
      assertWireProblem(
        answers[0],
        what,
        problem ? [problem] : ['invalid-request', 'malformed-body'],
      );
    });

  test('HTTP/1.0 gets a response, and the connection closes', async () => {
    const [answer] = await sendBytes(service.url, Buffer.from('GET /healthz HTTP/1.0\r\n\r\n'));
    assert.deepEqual([answer?.status, answer?.headers['connection']], [200, 'close']);
  });
});

/** Each path with a body, and its credentials. */
async function pathsWithBody(): Promise<[string, ProxyRequest][]> {
  const { record, token } = await form();
  const { person_id, precandidate_id } = record;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  return [
    [PATHS.precandidates, {}],
    [PATHS.persons('pe'), {}],
    [PATHS.sessions, {}],
    [PATHS.revokeSessions, {}],
    [PATHS.submission(person_id, precandidate_id), { token, origin: ORIGIN, headers }],
    [PATHS.bootstrap, { origin: ORIGIN, headers: { 'content-type': 'text/plain' } }],
  ];
}

describe('a body', () => {
  test('with bytes other than UTF-8 is refused', async () => {
    const send = (path: string, type: string) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': type },
        body: Buffer.from('{"person_id":"é"}', 'latin1'),
      });
    for (const type of ['application/json', 'application/json; charset=latin1'])
      assert.match(await (await send(PATHS.sessions, type)).text(), /not UTF-8/);
    const { detail } = await assertProblem(
      await send(PATHS.bootstrap, 'text/plain'),
      'malformed-body',
    );
    assert.equal(detail, 'It is not UTF-8');
  });

  test('nested deeper than 100 levels is refused on each path', async () => {
    for (const [path, how] of await pathsWithBody())
      for (const levels of [100, 10_000, 100_000]) {
        const body = `{"session":${'['.repeat(levels)}${']'.repeat(levels)}}`;
        const answer = await requestProxy(service.url, path, { ...how, body });
        await assertProblem(answer, 'body-too-large');
      }
  });

  test('with thousands of members or digits, or with members of a prototype, is checked as any other', async () => {
    const members = Array.from({ length: 15_000 }, (_, index) => `"m${index}":0`).join();
    // Of another form, because one of the paths revokes its sessions.
    const { person_id, precandidate_id: form_id } = await newPrecandidate(service.url);
    const { token } = await form();
    const answers = '"document_id":"12345678","city_locode":"PE LIM"';
    const known = `"person_id":"${person_id}","form_id":"${form_id}","session":"${token}",${answers}`;
    for (const content of [
      members,
      `"document_id":${'9'.repeat(200_000)}`,
      `${known},"__proto__":{"polluted":true}`,
      `${known},"constructor":{"prototype":{"polluted":true}}`,
      `${known},"prefill":{"__proto__":{"polluted":true}}`,
      `${known},"a":[{"constructor":{"prototype":{"polluted":true}}}]`,
    ])
      for (const [path, how] of await pathsWithBody()) {
        const answer = await requestProxy(service.url, path, { ...how, body: `{${content}}` });
        assert.ok(answer.status < 500, `${path}: ${answer.status} ${await answer.text()}`);
        assert.ok(!('polluted' in {}) && !('polluted' in []), path);
      }
  });

  test('of a webhook poisons no prototype and is never dropped', async () => {
    for (const poison of ['"__proto__":{"polluted":true}', '"constructor":{"prototype":{}}']) {
      const headers = { 'x-webhook-secret': WEBHOOK_SECRET };
      const body = `{"id":"p",${poison}}`;
      const answer = await requestProxy(service.url, PATHS.personCompleted, { headers, body });
      assert.equal(answer.status, 200);
      assert.ok(!('polluted' in {}));
    }
  });
});

describe('a line break is never written into a header', () => {
  test('not from an identifier, a locale, or an origin', async () => {
    for (const body of [
      { person_id: INJECTED, form_id: 'f' },
      { person_id: 'p', form_id: INJECTED },
      { person_id: 'p', form_id: 'f', locale: INJECTED },
      { person_id: 'p', form_id: 'f', origin: `${ORIGIN}\r\nx: y` },
      { session_id: INJECTED },
    ])
      for (const path of [PATHS.sessions, PATHS.revokeSessions]) {
        const answer = await requestProxy(service.url, path, { body });
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.equal(answer.headers.get('x-injected'), null);
      }
  });

  test('ignores the caller’s X-Request-Id', async () => {
    const headers = { 'x-request-id': 'chosen-by-the-caller' };
    const answer = await requestProxy(service.url, '/healthz', { headers });
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  test('custom_data and webhook_headers go to the service as JSON and into no header', async () => {
    const body = {
      document_id: '44556677',
      pipeline: { name: 'peru_basic' },
      custom_data: INJECTED,
      webhook_headers: { [INJECTED]: INJECTED, 'x-mine': INJECTED },
    };
    const answer = await requestProxy(service.url, PATHS.persons('pe'), { body });
    assert.equal(answer.headers.get('x-injected'), null);
    assert.ok(answer.status < 500, String(answer.status));
  });

  test('settings that would break a header are refused at the start and not repeated', async () => {
    for (const [name, value] of Object.entries({
      UPSTREAM_API_KEY: 'key\r\nX-Injected: yes',
      WEBHOOK_HEADER: 'X-Secret\r\nX-Injected',
      RELAY_URL: 'http://user:secret@relay.example/\r\nX-Injected',
      RELAY_SECRET: 'whsec_\r\nX-Injected',
    })) {
      const settings = { ...proxySettings(service.sandbox), [name]: value };
      await assert.rejects(startProxy(settings), (error: Error) => {
        assert.match(error.message, new RegExp(`\\b${name}\\b`));
        assert.doesNotMatch(error.message, /Injected|secret@/);
        return true;
      });
    }
  });
});

describe('path traversal', () => {
  async function assertRefused(method: string, target: string, bearer: string): Promise<void> {
    const headers: [string, string][] = [
      ['Connection', 'close'],
      ['Authorization', `Bearer ${bearer}`],
      ['Content-Type', 'application/json'],
    ];
    const body = method === 'POST' ? Buffer.from('{}') : null;
    const bytes = bytesOf({ method, target, headers, body });
    const [answer] = await sendBytes(service.url, bytes, { isWhole: true });
    assert.doesNotMatch(answer?.body ?? '', /root:|"dependencies"|SQLite format/, target);
    assertWireProblem(answer, `${method} ${target}`);
  }

  test('is refused in each parameter of each path, for back ends and sessions', async () => {
    const { token } = await form();
    const countsBefore = await serviceRequests(service.sandbox.url);
    let tried = 0;
    for (const { method, path } of await readOperations(service.url))
      for (const [parameter] of path.matchAll(PARAMETER))
        for (const traversal of TRAVERSALS)
          for (const bearer of [BACKEND_KEY, token]) {
            const target = path.replace(parameter, () => traversal).replace(PARAMETER, 'pe');
            await assertRefused(method, target, bearer);
            tried += 1;
          }
    assert.ok(tried > 500, `${tried} tried`);
    for (const [route, count] of Object.entries(await serviceRequests(service.sandbox.url)))
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
