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

test('a draft that is closed while it requests its keys leaves the stored values alone', async () => {
  const storage = new MemoryStorage();
  const stored = `${Date.now()}.sealed`;
  storage.setItem(NAME, stored);
  const keys = Promise.withResolvers<readonly string[]>();
  const source = {
    formName: 'person/form',
    requestKeys: () => keys.promise,
    commit: () => {},
    read: () => undefined,
  };
  const draft = new Draft(source, storage);
  const restored = draft.restore(FIT, new Promise(() => {}));
  draft.close();
  // By now, the proxy provides the keys of another form.
  keys.resolve(['A'.repeat(43)]);
  assert.equal(await restored, undefined);
  assert.equal(storage.getItem(NAME), stored);
});

test('restores nothing when the form cannot wait for the keys any longer', async () => {
  const storage = new MemoryStorage();
  storage.setItem(NAME, `${Date.now()}.sealed`);
  const source = {
    formName: 'person/form',
    requestKeys: () => new Promise<readonly string[]>(() => {}),
    commit: () => {},
    read: () => undefined,
  };
  const draft = new Draft(source, storage);
  assert.equal(await draft.restore(FIT, Promise.resolve()), undefined);
});

test('saves what changed while the form was mounted, once the form is ready', async () => {
  const storage = new MemoryStorage();
  const form: { values?: { name: string } } = {};
  const source = {
    formName: 'person/form',
    requestKeys: async () => ['A'.repeat(43)],
    commit: () => {},
    read: () => form.values,
  };
  const draft = new Draft(source, storage);
  draft.save();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(storage.length, 0);
  form.values = { name: 'Ana' };
  draft.begin();
  while (storage.length === 0) await new Promise((resolve) => setImmediate(resolve));
});

test('requests no keys before the form is ready, unless values are stored', () => {
  let requests = 0;
  const source = {
    formName: 'person/form',
    requestKeys: async () => {
      requests += 1;
      return [];
    },
    commit: () => {},
    read: () => undefined,
  };
  const draft = new Draft(source, new MemoryStorage());
  assert.equal(requests, 0);
  draft.begin();
  assert.equal(requests, 1);
});
