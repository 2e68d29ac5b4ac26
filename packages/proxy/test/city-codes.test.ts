import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from 'precandidate-contract';
import { sharedPair } from 'precandidate-testing/pair.ts';

const pair = sharedPair();

const city = (pattern?: string) => ({ type: 'string', ...(pattern && { pattern }) });
const SPACED = city('^PE ?[A-Z0-9]{3}$');
const PLAIN = city('^PE[A-Z0-9]{3}$');

/** What arrives of a candidate of Peru, or the response that refuses it. */
async function submit(properties: object, data: object) {
  const ana = await pair.candidateOf(properties);
  const response = await ana.submit(data);
  if (!response.ok) return (await response.json()) as Problem;
  const kept = (await pair.control(`/_control/precandidates/${ana.form_id}`)) as { data: unknown };
  return kept.data;
}

test('a city that is named exactly arrives as its code, as the form accepts it', async () => {
  const properties = {
    city_locode: SPACED,
    home: { type: 'object', properties: { cityLocode: PLAIN } },
    jobs: { type: 'array', items: { type: 'object', properties: { city_locode: city() } } },
    abroad: { type: 'object', properties: { city_locode: city('^BR ?[A-Z]{3}$') } },
  };
  const typed = {
    city_locode: 'Lima',
    home: { cityLocode: ' TRUJILLO ' },
    jobs: [{ city_locode: 'Cusco' }, { city_locode: 'PE LIM' }],
    abroad: { city_locode: 'Sao  Paulo' },
  };
  assert.deepEqual(await submit(properties, typed), {
    city_locode: 'PE LIM',
    home: { cityLocode: 'PETRU' },
    jobs: [{ city_locode: 'PE CUZ' }, { city_locode: 'PE LIM' }],
    abroad: { city_locode: 'BR SAO' },
  });
});

test('a name stays where the form accepts only the name', async () => {
  const data = { city_locode: 'Lima' };
  const properties = { city_locode: { type: 'string', enum: ['Lima', 'Cusco'] } };
  assert.deepEqual(await submit(properties, data), data);
});

test('other text and other fields stay as typed', async () => {
  const data = { city_locode: 'Limatambo', birthplace: 'Lima', rows: ['Lima'] };
  const rows = { type: 'array', items: city() };
  assert.deepEqual(await submit({ city_locode: city(), birthplace: city(), rows }, data), data);
});

test('a city that the form does not accept is refused at its field', async () => {
  const { errors } = (await submit(
    { city_locode: SPACED },
    { city_locode: 'Brasília' },
  )) as Problem;
  assert.deepEqual(
    errors?.map(({ pointer, keyword }) => [pointer, keyword]),
    [['/city_locode', 'pattern']],
  );
});

test('a repeated request with the name has the same key and outcome', async () => {
  const ana = await pair.candidate();
  const data = { document_id: '44556677', city_locode: 'Lima' };
  const first = await ana.submit(data, 'one-key');
  const again = await ana.submit(data, 'one-key');
  assert.deepEqual([first.status, again.status], [200, 200]);
});
