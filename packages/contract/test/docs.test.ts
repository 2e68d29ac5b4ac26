import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { problem } from 'precandidate-contract';

const read = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

test('the example in docs/reference/problems.md is a real problem', async () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(await read('reference/problems.md')) ?? [];
  const { errors, ...rest } = JSON.parse(example);
  assert.deepEqual({ ...rest, errors }, problem('validation-failed', { errors }));
});
