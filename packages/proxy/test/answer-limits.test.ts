import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { problemName, type Problem, type Snapshot } from 'precandidate-contract';
import { type Candidate, sharedPair } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { AnswerReceiver } from '../src/submissions/receive-answers.ts';
import { ValidationPool } from '../src/validation/validation-pool.ts';
import { PERU, submittedBy } from './submission-helpers.ts';

const pair = sharedPair();

const FILE = { type: 'string', format: 'data-url' };
const fileOf = (characters: number) => `data:application/pdf;base64,${'A'.repeat(characters)}`;
const LARGEST_PLAIN = 256 * 1024;

/** The head of a submission. */
function begin({ person_id, form_id, token }: Candidate, headers: Record<string, number> = {}) {
  const submission = request(`${pair.url}/precandidate/${person_id}/submission/${form_id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...headers,
    },
  });
  submission.on('error', () => undefined);
  return submission;
}

/** Announces this many bytes and sends none; resolves to the problem. */
function announce(candidate: Candidate, bytes: number) {
  return new Promise<string | undefined>((resolve) => {
    const announced = begin(candidate, { 'content-length': bytes });
    announced.on('response', async (response) => {
      const parts = await response.toArray();
      announced.destroy();
      resolve(problemName((JSON.parse(parts.join('')) as Problem).type));
    });
    announced.flushHeaders();
  });
}

test('refuses a body larger than the form can fill, before reading it', async () => {
  const plain = await pair.candidate();
  assert.equal(await announce(plain, LARGEST_PLAIN + 1), 'body-too-large');
  const withFile = await pair.candidateOf({ cv: { ...FILE, maxLength: 1_000_000 } });
  assert.equal(await announce(withFile, 1_400_000), 'body-too-large');
});

test('refuses a body that is too large without saying so', async () => {
  const ana = await pair.candidate();
  const answer = await ana.browse('submission', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
    body: new Blob([`{"document_id":"${'1'.repeat(LARGEST_PLAIN)}"}`]).stream(),
  });
  await assertProblem(answer, 'body-too-large');
});

test('bodies that stop arriving keep nobody out', async () => {
  const ana = await pair.candidateOf({ cv: FILE });
  const stopped = Array.from({ length: 40 }, () => begin(ana));
  await Promise.all(stopped.map((one) => new Promise((sent) => one.write('{"cv":"', sent))));
  assert.equal((await (await pair.candidate()).submit(PERU)).status, 200);
  assert.equal((await ana.submit({ cv: fileOf(1_000) })).status, 200);
  for (const one of stopped) one.destroy();
});

test('bodies that fill the memory and withhold their end keep nobody out', async () => {
  const visitors = await Promise.all(
    Array.from({ length: 9 }, () => pair.candidateOf({ cv: FILE })),
  );
  const withheld = visitors.map((visitor) => begin(visitor));
  const refused = Promise.race(withheld.map((one) => once(one, 'response')));
  for (const one of withheld) one.write(`{"cv":"${fileOf(8_000_000)}`);
  const [response] = (await refused) as [IncomingMessage];
  assert.equal(response.statusCode, 503, 'more do not fit');
  for (let times = 0; times < 3; times += 1) {
    const ana = await pair.candidate();
    assert.equal((await ana.submit(PERU)).status, 200);
  }
  const large = await pair.candidateOf({ cv: FILE });
  assert.equal((await large.submit({ cv: fileOf(7_000_000) })).status, 200);
  for (const one of withheld) one.destroy();
});

test('a repeated submit may be as large as its form allows', async () => {
  const ana = await pair.candidate();
  await ana.submit(PERU, 'one-key');
  const repeated = await ana.submit({ ...PERU, more: 'x'.repeat(LARGEST_PLAIN) }, 'one-key');
  await assertProblem(repeated, 'body-too-large');
  assert.equal((await ana.submit(PERU, 'one-key')).status, 200);
});

test('a body whose sender has gone before it is read ends the submission', async () => {
  const stream = new PassThrough().destroy();
  await once(stream, 'close');
  const schemas = { get: async () => assert.fail(), getNewest: async () => assert.fail() };
  const receiver = new AnswerReceiver(schemas, new ValidationPool());
  const session = {
    person_id: 'p',
    form_id: 'f',
    session_id: 's',
    has_data: false,
  };
  const times = { minted_at: 0, expires_at: 0 };
  const body = { bytes: undefined, stream };
  const submit = { session: { ...session, ...times }, idempotencyKey: 'k', body };
  await assert.rejects(receiver.hashAgain(submit), /The body is not valid JSON/);
});

test('refuses a body for a submitted form, before reading it', async () => {
  const ana = await pair.candidate();
  await ana.submit(PERU);
  await submittedBy(ana);
  assert.equal(await announce(ana, 1_000), 'already-submitted');
});

test('delivers a file as large as its form allows', async () => {
  const limited = await pair.candidateOf({ cv: { ...FILE, maxLength: 1_000_000 } });
  const sent = await limited.submit({ cv: fileOf(900_000) });
  assert.equal(((await sent.json()) as Snapshot).state, 'sent');
  const unlimited = await pair.candidateOf({ cv: FILE });
  const answer = await unlimited.submit({ cv: fileOf(4_000_000) });
  assert.equal(answer.status, 200, await answer.text());
});

test('refuses a body with more values than a form has, also where files are allowed', async () => {
  const ana = await pair.candidateOf({ cv: FILE });
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, 0]));
  await assertProblem(await ana.submit(many), 'body-too-large');
});

/** What a submission violates, as `<keyword> <pointer>`. */
async function violationsOf(answer: Response) {
  const { errors = [] } = await assertProblem(answer, 'validation-failed');
  return errors.map(({ keyword, pointer }) => `${keyword} ${pointer}`);
}

test('refuses a text of more than 64 kB, unless its field allows it', async () => {
  const text = { type: 'string' };
  const ana = await pair.candidateOf({ letter: text, essay: { ...text, maxLength: 100_000 } });
  const long = 'x'.repeat(70_000);
  const answer = await ana.submit({ letter: long, essay: long });
  assert.deepEqual(await violationsOf(answer), ['maxLength /letter']);
});

test('refuses a number that would not arrive as it was written', async () => {
  const number = { type: 'number' };
  const ana = await pair.candidateOf({
    salary: number,
    rows: { type: 'array', items: { type: 'object', properties: { n: number } } },
  });
  for (const inexact of ['1234567890123456789', '1e400', '1e-400', '0.12345678901234567890']) {
    const answer = await ana.submit(`{"salary":1,"rows":[{"n":2},{"n":${inexact}}]}`);
    assert.match(String(await violationsOf(answer)), /^\w+ \/rows\/1\/n$/, inexact);
  }
  const many = Array.from({ length: 8_000 }, () => '{"n":1234567890123456789012}');
  const answer = await ana.submit(`{"rows":[${many}]}`);
  assert.equal((await violationsOf(answer)).length, 50, 'each of a long list, up to 50');
  const exact = '{"salary":1.50e3,"rows":[{"n":-0.1},{"n":9007199254740991}]}';
  assert.equal((await ana.submit(exact)).status, 200);
});
