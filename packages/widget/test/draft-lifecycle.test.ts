import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormData } from 'precandidate-contract';
import { Draft } from '../src/drafts/draft.ts';

const FIT = (stored: unknown) => stored as FormData | undefined;
const NAME = 'precandidate-draft:person/form';

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#items.set(name, value);
  }

  removeItem(name: string): void {
    this.#items.delete(name);
  }

  clear(): void {
    this.#items.clear();
  }
}

const KEYS = ['A'.repeat(43)];

function draftOf(values: () => FormData | undefined, storage: Storage): Draft {
  const draft = new Draft({ isAllowed: () => true, commit: () => {}, read: values }, storage);
  draft.prepare('person/form');
  return draft;
}

/** Resolves when a draft is stored. */
async function isStored(storage: Storage): Promise<void> {
  while (storage.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

test('a draft that is closed while it is read restores nothing', async () => {
  const storage = new MemoryStorage();
  const first = draftOf(() => ({ name: 'Ana' }), storage);
  first.start(KEYS);
  first.save();
  await isStored(storage);
  const stored = storage.getItem(NAME);
  const draft = draftOf(() => undefined, storage);
  draft.start(KEYS);
  const restored = draft.restore(FIT);
  draft.close();
  assert.equal(await restored, undefined);
  assert.equal(storage.getItem(NAME), stored);
});

test('saves what changed while the form was mounted, once the form is ready', async () => {
  const storage = new MemoryStorage();
  const form: { values?: FormData } = {};
  const draft = draftOf(() => form.values, storage);
  draft.start(KEYS);
  draft.save();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(storage.length, 0);
  form.values = { name: 'Ana' };
  draft.savePending();
  await isStored(storage);
});

test('listens to nothing before the keys arrive, and to nothing after it is closed', () => {
  let listeners = 0;
  const page = {
    addEventListener: () => (listeners += 1),
    removeEventListener: () => (listeners -= 1),
  };
  Object.assign(globalThis, page, { document: page });
  const draft = draftOf(() => ({}), new MemoryStorage());
  draft.typing();
  assert.equal(listeners, 0);
  draft.start(KEYS);
  draft.typing();
  assert.ok(listeners > 0);
  draft.close();
  assert.equal(listeners, 0);
});
