import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exact } from './exact-json.ts';

test('equal data is equal text, whatever the order of members and the form of numbers', () => {
  assert.equal(exact('{"b":1.50,"a":[1e3,0]}'), exact('{"a":[1000,0.0],"b":15e-1}'));
});

test('every digit counts', () => {
  assert.notEqual(exact('1234567890123456789'), exact('1234567890123456800'));
  assert.notEqual(exact('[1]'), exact('["1"]'));
});
