import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATHS } from 'precandidate-contract';

test('parameters keep the order of the interface', () => {
  assert.equal(PATHS.schema('p', 'f'), '/precandidate/p/schema/f');
  assert.equal(PATHS.personStatus('pe', 'p'), '/pe/persons/p/status');
});

test('a hostile parameter stays one segment', () => {
  assert.equal(PATHS.precandidate('../x?y#z'), '/precandidate/..%2Fx%3Fy%23z');
});
