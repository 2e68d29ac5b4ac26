import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormData, FormSchema } from 'precandidate-contract';
import { DraftSaver } from '../src/drafts/draft-saver.ts';
import { fromText, open, seal, toText, VERSION } from '../src/drafts/draft-storage.ts';
import cases from './tables/fitting-values.json' with { type: 'json' };
import { FormModel } from '../src/form/model/form-model.ts';

const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

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

interface Case {
  name: string;
  schema: object;
  values: FormData;
  fitting?: object;
}

const NOTHING_DONE = { touched: [], branches: [], wordings: {} };

for (const { name, schema, values, fitting } of cases as unknown as Case[])
  test(name, () => {
    const form = { type: 'object', properties: {}, ...schema } as unknown as FormSchema;
    const model = new FormModel({ schema: form, onBroken() {} });
    model.restore({ values, ...NOTHING_DONE });
    assert.deepEqual(model.values, fitting);
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

test('encrypts in a page whose `Array.from` maps nothing', async () => {
  const { from } = Array;
  // As Prototype.js has it.
  Object.assign(Array, { from: (all: ArrayLike<unknown>) => from(all) });
  try {
    const key = newKey();
    assert.equal(await open(await seal('Ñandú', [key], 'a form'), [key], 'a form'), 'Ñandú');
  } finally {
    Object.assign(Array, { from });
  }
});

test('a null that nobody chose, and a value that is not asked for, restore nothing', () => {
  const properties = { one: { type: ['string', 'null'] }, two: { default: 'x' } };
  const model = new FormModel({ schema: { type: 'object', properties }, onBroken() {} });
  assert.equal(model.restore({ values: { one: null, gone: 1 }, ...NOTHING_DONE }), 'none');
  assert.deepEqual(model.values, { one: undefined, two: 'x' });
});

test('a draft of other members has another version: an earlier one would break the form', () => {
  const draft = new FormModel({
    schema: { type: 'object', properties: {} },
    onBroken() {},
  }).draft();
  assert.deepEqual(
    [VERSION, ...Object.keys(draft)],
    [4, 'values', 'touched', 'branches', 'wordings'],
  );
});

const KEYS = ['A'.repeat(43)];

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}

function draftOf(values: FormData | undefined, storage: Storage): DraftSaver<FormData> {
  const form = { isAllowed: () => true, commit: () => {}, read: () => values };
  const draft = new DraftSaver(form, storage);
  draft.prepare('person/form');
  return draft;
}

/** A draft whose values are stored, as a reload finds it. */
async function storedDraft(storage: Storage): Promise<DraftSaver<FormData>> {
  const first = draftOf({ name: 'Ana' }, storage);
  first.start(KEYS);
  first.save();
  while (storage.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const draft = draftOf(undefined, storage);
  draft.start(KEYS);
  return draft;
}

test('a draft that is closed while it is read restores nothing', async () => {
  const storage = memory();
  const draft = await storedDraft(storage);
  const stored = draft.stored();
  draft.close();
  assert.equal(await stored, undefined);
  assert.equal(storage.length, 1);
});

test('listens to nothing before the keys arrive, after it is closed, and after it saved for the last time', async () => {
  let listeners = 0;
  const page = {
    addEventListener: () => (listeners += 1),
    removeEventListener: () => (listeners -= 1),
  };
  Object.assign(globalThis, page, { document: page });
  const storage = memory();
  const draft = draftOf({ name: 'Ana' }, storage);
  draft.typing();
  assert.equal(listeners, 0);
  for (const end of ['close', 'leavePage'] as const) {
    draft.prepare('person/form');
    draft.start(KEYS);
    draft.typing();
    assert.ok(listeners > 0);
    draft[end]();
    assert.equal(listeners, 0);
  }
  // Another form is opened before the text is saved.
  draft.close();
  while (storage.length === 0) await new Promise((resolve) => setImmediate(resolve));
});
