import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, childPointer, fromPointer, valueAt } from '../src/json.ts';

test('a JSON Pointer escapes names, and its path has them again', () => {
  const pointer = ['a/b', 'm~n', '', '0'].reduce<string>(childPointer, '');
  assert.equal(pointer, '/a~1b/m~0n//0');
  assert.deepEqual(fromPointer(pointer), ['a/b', 'm~n', '', '0']);
  assert.deepEqual(fromPointer(''), []);
});

test('what is at a pointer is a member of its own, or undefined', () => {
  const data = { 'a/b': [{ c: 1 }] };
  assert.equal(valueAt(data, '/a~1b/0/c'), 1);
  assert.equal(valueAt(data, ''), data);
  for (const absent of ['/x/y', '/a~1b/1', '/constructor', '/a~1b/0/c/d'])
    assert.equal(valueAt(data, absent), undefined);
});

test('canonical JSON is equal for equal values only', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: '"' }], a: 0 }),
    canonicalJson({ a: -0, b: [1, { c: '"', d: null }] }),
  );
  const different = [1, '1', [1], [[1]], { 1: 1 }, { a: 1, b: 2 }, { a: 2, b: 1 }, null, 'null'];
  assert.equal(new Set(different.map(canonicalJson)).size, different.length);
});
