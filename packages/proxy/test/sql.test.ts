import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, listOf, raw, sql } from '../src/db/sql-template.ts';

test('values become parameters, and statements parts of the text', () => {
  const key = sql`key = ${'k'}`;
  assert.deepEqual(sql`select ${1} from ${raw('jobs')} where ${key} and ${key} limit ${2}`, {
    sql: 'select $1 from jobs where key = $2 and key = $3 limit $4',
    params: [1, 'k', 'k', 2],
  });
});

test('a list is one parameter, whatever its length', () => {
  const { sql: text, params } = sql`where a = ${null} and b in ${listOf(['x', 'y'])}`;
  assert.match(text, /\$1 .*\(\$2\)/);
  assert.deepEqual(params, [null, ['x', 'y']]);
});

test('parts are joined with their parameters in order', () => {
  const parts = ['a', 'b', 'c'].map((name, index) => sql`${raw(name)} = ${index}`);
  assert.deepEqual(joined(parts, ', '), { sql: 'a = $1, b = $2, c = $3', params: [0, 1, 2] });
});
