import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { problemName, type Problem, type Snapshot } from 'precandidate-contract';
import { type Candidate, sharedPair } from '../../../tests/stage/pair.ts';
import { PERU, submittedBy } from './submission-helpers.ts';

const pair = sharedPair();

const FILE = { type: 'string', format: 'data-url' };
const fileOf = (characters: number) => `data:application/pdf;base64,${'A'.repeat(characters)}`;
const LARGEST_PLAIN = 256 * 1024;

/** A candidate whose form has these fields. */
async function candidateOf(properties: object): Promise<Candidate> {
  const pipeline_name = crypto.randomUUID();
  const form_schema = { type: 'object', properties };
  await pair.control('/_control/pipelines', { pipeline_name, form_schema });
  return pair.candidate({ country_code: 'PE', pipeline_name });
}

async function problemOf(response: Response) {
  const body = (await response.json()) as Problem;
  return { name: problemName(body.type), errors: body.errors ?? [] };
}

/** Sends the head of a submission of this many bytes and no byte of the body; returns the problem. */
function announce({ person_id, form_id, token }: Candidate, bytes: number) {
  return new Promise<string | undefined>((resolve, reject) => {
    const announced = request(`${pair.url}/precandidate/${person_id}/submission/${form_id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': bytes,
        'idempotency-key': crypto.randomUUID(),
      },
    });
    announced.on('error', reject);
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
  const withFile = await candidateOf({ cv: { ...FILE, maxLength: 1_000_000 } });
  assert.equal(await announce(withFile, 1_400_000), 'body-too-large');
});

test('refuses a body that is too large without saying so', async () => {
  const ana = await pair.candidate();
  const { person_id, form_id, token } = ana;
  const answer = await fetch(`${pair.url}/precandidate/${person_id}/submission/${form_id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'one',
    },
    body: new Blob([`{"document_id":"${'1'.repeat(LARGEST_PLAIN)}"}`]).stream(),
    duplex: 'half',
  } as RequestInit);
  assert.equal((await problemOf(answer)).name, 'body-too-large');
});

/** Begins submissions that never end. Returns a function that aborts them. */
async function beginAndStop({ person_id, form_id, token }: Candidate, times: number) {
  const begun = Array.from({ length: times }, () => {
    const one = request(`${pair.url}/precandidate/${person_id}/submission/${form_id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
    });
    one.on('error', () => undefined);
    return one;
  });
  await Promise.all(begun.map((one) => new Promise((sent) => one.write('{"cv":"', sent))));
  return () => begun.forEach((one) => one.destroy());
}

test('bodies that stop arriving keep nobody out', async () => {
  const ana = await candidateOf({ cv: FILE });
  const abort = await beginAndStop(ana, 40);
  const other = await pair.candidate();
  assert.equal((await other.submit(PERU)).status, 200);
  assert.equal((await ana.submit({ cv: fileOf(1_000) })).status, 200);
  abort();
});

test('lists each inexact number of a long list, up to 50', async () => {
  const ana = await candidateOf({ list: { type: 'array', items: { type: 'number' } } });
  const { person_id, form_id, token } = ana;
  const answer = await fetch(`${pair.url}/precandidate/${person_id}/submission/${form_id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: `{"list":[${Array.from({ length: 11_000 }, () => '1234567890123456789012')}]}`,
  });
  const { name, errors } = await problemOf(answer);
  assert.deepEqual([name, errors.length], ['validation-failed', 50]);
});

test('refuses a body for a submitted form, before reading it', async () => {
  const ana = await pair.candidate();
  await ana.submit(PERU);
  await submittedBy(ana);
  assert.equal(await announce(ana, 1_000), 'already-submitted');
});

test('delivers a file as large as its form allows', async () => {
  const limited = await candidateOf({ cv: { ...FILE, maxLength: 1_000_000 } });
  const sent = await limited.submit({ cv: fileOf(900_000) });
  assert.equal(((await sent.json()) as Snapshot).state, 'sent');
  const unlimited = await candidateOf({ cv: FILE });
  const answer = await unlimited.submit({ cv: fileOf(4_000_000) });
  assert.equal(answer.status, 200, await answer.text());
});

test('refuses a body with more values than a form has, also where files are allowed', async () => {
  const ana = await candidateOf({ cv: FILE });
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, 0]));
  assert.equal((await problemOf(await ana.submit(many))).name, 'body-too-large');
});

test('refuses a text of more than 64 kB, unless its field allows it', async () => {
  const ana = await candidateOf({
    letter: { type: 'string' },
    essay: { type: 'string', maxLength: 100_000 },
  });
  const text = 'x'.repeat(70_000);
  const { errors } = await problemOf(await ana.submit({ letter: text, essay: text }));
  assert.deepEqual(
    errors.map(({ pointer, keyword }) => [pointer, keyword]),
    [['/letter', 'maxLength']],
  );
});

test('refuses a number that would not arrive as it was written', async () => {
  const ana = await candidateOf({
    salary: { type: 'number' },
    rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
  });
  const { person_id, form_id, token } = ana;
  const submit = (body: string) =>
    fetch(`${pair.url}/precandidate/${person_id}/submission/${form_id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body,
    });
  for (const number of ['1234567890123456789', '1e400', '1e-400', '0.12345678901234567890']) {
    const answer = await submit(`{"salary":1,"rows":[{"n":2},{"n":${number}}]}`);
    const { name, errors } = await problemOf(answer);
    assert.equal(name, 'validation-failed');
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ['/rows/1/n'],
      number,
    );
  }
  assert.equal(
    (await submit('{"salary":1.50e3,"rows":[{"n":-0.1},{"n":9007199254740991}]}')).status,
    200,
  );
});

test('refuses a field that the form does not declare, and sends nothing', async () => {
  const ana = await candidateOf({ name: { type: 'string' } });
  const { name, errors } = await problemOf(await ana.submit({ name: 'Ana', 'other/name': 'B' }));
  assert.equal(name, 'validation-failed');
  assert.deepEqual(errors, [
    {
      pointer: '/other~1name',
      keyword: 'additionalProperties',
      detail: 'The form has no such field',
    },
  ]);
});
