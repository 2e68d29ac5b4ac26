import assert from 'node:assert/strict';
import { test } from 'node:test';
import { People } from '../src/people/people.ts';

const ANA = {
  name: 'Ana',
  person_id: 'p',
  country_code: 'PE',
  pipeline_name: 'peru_basic',
  form: null,
};

test('the newest person comes first', () => {
  const people = new People();
  people.add(ANA);
  people.add({ ...ANA, name: 'Beto' });
  assert.deepEqual(
    people.all().map((person) => person.name),
    ['Beto', 'Ana'],
  );
});

test('emits changed for a change, and not for an equal value', () => {
  const people = new People();
  const ana = people.add(ANA);
  let changes = 0;
  people.on('changed', () => {
    changes += 1;
  });
  people.update(ana, { folder_status: 'PASSED' });
  people.update(ana, { folder_status: 'PASSED' });
  assert.equal(changes, 1);
});
