import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksNothing } from '../src/form/asks-nothing.ts';

test('a form says that nothing is missing only when its schema asks for nothing', () => {
  assert.equal(asksNothing({ type: 'object' }), true);
  assert.equal(asksNothing({ type: 'object', properties: {}, required: [] }), true);
  assert.equal(asksNothing({ type: 'object', properties: { a: {} } }), false);
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'if', '$ref'])
    assert.equal(asksNothing({ type: 'object', properties: {}, [keyword]: [] }), false, keyword);
});
