import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedPair } from 'precandidate-testing/pair.ts';

const pair = sharedPair();

test('an answer arrives as it was sent, also the name of a city', async () => {
  const text = { type: 'string' };
  const ana = await pair.candidateOf({ city_locode: text, notes: text });
  const data = { city_locode: ' Lima', notes: 'a  b ' };
  assert.equal((await ana.submit(data)).status, 200);
  const kept = (await pair.control(`/_control/precandidates/${ana.form_id}`)) as { data: unknown };
  assert.deepEqual(kept.data, data);
});
