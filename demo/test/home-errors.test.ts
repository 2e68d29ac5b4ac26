import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problem } from 'precandidate-contract';
import { formErrorOf } from '../src/routes/home.ts';

const VALUES = { name: 'Ana', email: 'ana', phone: '' };

const errorAt = (pointer: string) => {
  const errors = [{ pointer, keyword: 'x', detail: 'x' }];
  return formErrorOf(problem('validation-failed', { errors }), VALUES);
};

test('shows a violation at the field that it points to', () => {
  assert.equal(errorAt('/email').field, 'email');
  assert.match(errorAt('/phone').message, /\+51 999 888 777/);
});

test('shows any other problem for the whole form', () => {
  assert.equal(errorAt('/constructor').field, undefined);
  assert.equal(errorAt('/document_id').field, undefined);
  assert.deepEqual(formErrorOf(problem('service-unavailable'), VALUES), {
    message: `${problem('service-unavailable').title}. Your input is still here. Try again in a minute.`,
  });
});
