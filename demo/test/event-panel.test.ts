import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ELEMENT_EVENTS } from 'precandidate-contract';

test('the panel lists exactly the events of the contract', () => {
  const source = readFileSync(new URL('../src/public/event-panel.js', import.meta.url), 'utf8');
  assert.deepEqual(
    source.match(/'precandidate-[a-z]+'/g),
    ELEMENT_EVENTS.map((name) => `'${name}'`),
  );
});
