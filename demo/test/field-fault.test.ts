import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problem } from 'precandidate-contract';
import { fieldFault } from '../src/views/field-fault.ts';

const TYPED = { name: 'Ana', email: 'ana', phone: '' };

const at = (pointer: string) =>
  fieldFault(
    problem('validation-failed', { errors: [{ pointer, keyword: 'x', detail: 'x' }] }),
    TYPED,
  );

test('a refusal is told at the field it points to', () => {
  assert.equal(at('/email')?.field, 'email');
  assert.match(at('/phone')?.message ?? '', /\+51 999 888 777/);
});

test('a refusal that points to nothing HR typed is told of the whole form', () => {
  assert.equal(at('/constructor'), undefined);
  assert.equal(at('/document_id'), undefined);
  assert.equal(fieldFault(problem('service-unavailable'), TYPED), undefined);
});
