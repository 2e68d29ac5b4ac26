import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { isEmpty } from '../src/drafts/draft.ts';
import { fromText, open, seal, toText } from '../src/drafts/draft-storage.ts';
import { fittingValues } from '../src/form/questions/answers.ts';

const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

test('finds fields behind a reference with an encoded name', () => {
  const schema = {
    type: 'object' as const,
    properties: {},
    allOf: [{ $ref: '#/definitions/a%20b~1c' }],
    definitions: { 'a b/c': { properties: { name: { type: 'string' } } } },
  } as unknown as FormSchema;
  assert.deepEqual(fittingValues({ name: 'Ana' }, schema), { name: 'Ana' });
});

test('decrypts with any of the keys and only in its own context, and never encrypts alike', async () => {
  const [newest, older] = [newKey(), newKey()];
  const sealed = await seal('Ñandú', [older], 'a form');
  assert.equal(await open(sealed, [newest, older], 'a form'), 'Ñandú');
  assert.equal(await open(sealed, [newest], 'a form'), undefined);
  assert.equal(await open(sealed, [older], 'another form'), undefined);
  assert.notEqual(await seal('Ñandú', [older], 'a form'), sealed);
});

test('keeps an emptied field at any depth', () => {
  const values = { name: 'Ana', pay: undefined, list: [{ a: undefined }, undefined], none: null };
  assert.deepEqual(fromText(toText(values)), values);
  assert.ok('pay' in (fromText(toText(values)) as object));
});

test('a draft keeps small files, and only the names of large ones', () => {
  const small = 'data:text/plain;name=a.txt;base64,YQ==';
  const large = `data:application/pdf;name=cv.pdf;base64,${'A'.repeat(200_000)}`;
  const values = { name: 'Ana', cv: large, photo: small, papers: [large, small] };
  assert.deepEqual(fromText(toText(values)), {
    name: 'Ana',
    cv: 'data:lost;name=cv.pdf,',
    photo: small,
    papers: ['data:lost;name=cv.pdf,', small],
  });
});

test('values that are all absent count as none', () => {
  assert.ok(isEmpty({ name: undefined, list: [{ a: undefined }], part: {} }));
  assert.ok(!isEmpty({ name: undefined, none: null }));
});

test('keeps the values that the form asks for', () => {
  const schema = {
    type: 'object' as const,
    properties: { name: { type: 'string' } },
    allOf: [{ properties: { a: { type: 'integer' } } }, { $ref: '#/$defs/more' }],
    if: { properties: { name: { const: 'x' } } },
    then: { properties: { b: { type: 'string' } } },
    dependentSchemas: { name: { properties: { c: {} } } },
    $defs: { more: { properties: { d: { type: 'array' } } }, unused: { properties: { e: {} } } },
  };
  const fitting = { name: 'Ana', a: '12 soles', d: ['x'] };
  const others = { b: 'b', c: { any: 1 }, e: 'e', gone: 'x' };
  assert.deepEqual(fittingValues({ ...fitting, ...others }, schema), fitting);
  assert.equal(fittingValues({ name: 'x', b: 'b' }, schema)?.['b'], 'b');
});

test('drops a value of another type at any depth', () => {
  const schema = {
    type: 'object' as const,
    properties: {
      one: { type: ['string', 'null'] },
      part: { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } },
    },
  };
  assert.deepEqual(fittingValues({ one: null, part: { list: ['a'] } }, schema), {
    one: undefined,
    part: { list: ['a'] },
  });
  assert.deepEqual(fittingValues({ one: { a: 1 }, part: { list: [{ a: 1 }] } }, schema), {
    part: { list: [null] },
  });
  assert.deepEqual(fittingValues({ one: ['a'], part: 'text' }, schema), { part: {} });
  assert.equal(fittingValues('text', schema), undefined);
});

test('keeps the other values of an object or list when one of them does not fit', () => {
  const address = { properties: { street: { type: 'string' }, city: { type: 'string' } } };
  const schema = {
    type: 'object' as const,
    properties: { address, former: { type: 'array', items: address } },
  };
  const fitting = { street: 'Los Olivos 12' };
  const other = { ...fitting, city: { code: 'LIM' } };
  assert.deepEqual(fittingValues({ address: other, former: [other, fitting] }, schema), {
    address: fitting,
    former: [fitting, fitting],
  });
});

test('keeps a value as the branch that fits it best has it', () => {
  const branch = (kind: string, detail: string) => ({
    properties: { part: { properties: { kind: { const: kind }, detail: { type: detail } } } },
  });
  const schema = {
    type: 'object' as const,
    properties: {},
    oneOf: [branch('a', 'array'), branch('b', 'string')],
  };
  const part = { kind: 'b', detail: 'text' };
  assert.deepEqual(fittingValues({ part }, schema), { part });
});

test('takes constants from the schema, and consent from the candidate', () => {
  const schema = {
    type: 'object' as const,
    properties: {
      version: { const: 2 },
      consent: { const: true },
      part: { type: 'object', properties: { kind: { const: 'b' }, name: { type: 'string' } } },
      parts: { type: 'array', items: { properties: { kind: { const: 'b' } } } },
    },
    oneOf: [{ properties: { shape: { const: 'x' } } }, { properties: { shape: { const: 'y' } } }],
  };
  const kept = { version: 1, consent: false, part: { kind: 'a', name: 'Ana' }, shape: 'y' };
  assert.deepEqual(fittingValues({ ...kept, parts: [{ kind: 'a', n: 1 }] }, schema), {
    version: 2,
    consent: false,
    part: { kind: 'b', name: 'Ana' },
    parts: [{ kind: 'b' }],
    shape: 'y',
  });
});

test('handles a schema that refers to itself', () => {
  const schema = { type: 'object' as const, properties: { a: {} }, allOf: [{ $ref: '#' }] };
  assert.deepEqual(fittingValues({ a: 1, b: 2 }, schema), { a: 1 });
});

test('ignores names that every object inherits', () => {
  const schema = { type: 'object' as const, properties: { a: {} } };
  assert.deepEqual(fittingValues(JSON.parse('{"constructor": 1, "__proto__": 2}'), schema), {});
});

test('keeps lists in a page whose arrays have a `toJSON`', () => {
  const values = { list: ['a', undefined] };
  Object.assign(Array.prototype, { toJSON: () => 'text' });
  try {
    assert.deepEqual(fromText(toText(values)), values);
  } finally {
    Reflect.deleteProperty(Array.prototype, 'toJSON');
  }
});
