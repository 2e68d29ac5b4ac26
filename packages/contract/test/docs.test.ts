import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ELEMENT_EVENTS, PROBLEMS, problem } from 'precandidate-contract';

const read = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

/** Cells of the table rows that begin with a name in code marks. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('docs/reference/problems.md lists the catalog, row by row', async () => {
  const documented = rowsOf(await read('reference/problems.md')).map((cells) => cells.slice(0, 4));
  const catalog = Object.entries(PROBLEMS).map(([name, { status, title, retryable }]) => [
    `\`${name}\``,
    String(status),
    title,
    retryable ? 'yes' : 'no',
  ]);
  assert.deepEqual(documented, catalog);
});

test('every row of docs/reference/problems.md explains what to do', async () => {
  for (const cells of rowsOf(await read('reference/problems.md')))
    assert.ok((cells[4] ?? '').length > 10);
});

test('the example in docs/reference/problems.md is a real problem', async () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(await read('reference/problems.md')) ?? [];
  const { errors, ...rest } = JSON.parse(example);
  assert.deepEqual({ ...rest, errors }, problem('validation-failed', { errors }));
});

test('docs/reference/element.md lists every event, in the order of a form’s life', async () => {
  const text = await read('reference/element.md');
  const names = rowsOf(text).map(([name = '']) => name.replaceAll('`', ''));
  assert.deepEqual(
    names.filter((name) => name.startsWith('precandidate-')),
    ELEMENT_EVENTS,
  );
});
