import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  problem,
  problemName,
  PROBLEMS,
  problemType,
  type ProblemName,
} from 'precandidate-contract';

const names = Object.keys(PROBLEMS) as ProblemName[];
const PAGE = new URL('../../../docs/reference/problems.md', import.meta.url);

test('the service’s three errors keep their status and title', () => {
  assert.deepEqual(
    (['pipeline-not-found', 'form-not-found', 'validation-failed'] as const)
      .map((name) => problem(name))
      .map(({ status, title }) => [status, title]),
    [
      [404, 'Pipeline not found'],
      [404, 'Precandidate form not found'],
      [422, 'Validation failed'],
    ],
  );
});

test('a type leads back to its name, and a foreign one to none', () => {
  for (const name of names) assert.equal(problemName(problemType(name)), name);
  for (const type of ['about:blank', 'urn:precandidate:problem:toString', '', undefined, 7])
    assert.equal(problemName(type), undefined);
});

test('titles are unique, so that a person can search for one', () => {
  assert.equal(new Set(names.map((name) => PROBLEMS[name].title)).size, names.length);
});

test('every status is one that an HTTP answer can carry, or 0 for what only a browser sees', () => {
  for (const name of names) {
    const { status } = PROBLEMS[name];
    assert.ok(status === 0 || (status >= 400 && status < 600), name);
  }
});

test('the example in docs/reference/problems.md is a real problem', async () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(await readFile(PAGE, 'utf8')) ?? [];
  const { errors, ...rest } = JSON.parse(example);
  assert.deepEqual({ ...rest, errors }, problem('validation-failed', { errors }));
});
