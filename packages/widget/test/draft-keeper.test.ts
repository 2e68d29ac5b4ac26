import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DraftKeeper } from '../src/drafts/draft-keeper.ts';

const SCHEMA = { type: 'object' as const, properties: { name: { type: 'string' } } };
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

const loadDraft = () => import('../src/drafts/draft.ts');

test('a keeper that was closed while its code loaded leaves the stored draft alone', async () => {
  const storage = new MemoryStorage();
  const stored = `${Date.now()}.sealed`;
  storage.setItem(NAME, stored);
  const loaded = Promise.withResolvers<Awaited<ReturnType<typeof loadDraft>>>();
  let keyRequests = 0;
  const keeper = new DraftKeeper(
    {
      formName: 'person/form',
      load: () => loaded.promise,
      // By now, the proxy provides the keys of another form.
      requestKeys: async () => {
        keyRequests += 1;
        return ['A'.repeat(43)];
      },
      read: () => undefined,
    },
    storage,
  );
  const restored = keeper.restore(SCHEMA);
  keeper.close();
  loaded.resolve(await loadDraft());
  assert.equal(await restored, undefined);
  assert.equal(keyRequests, 0);
  assert.equal(storage.getItem(NAME), stored);
});

test('loads its code again after a failure', async () => {
  let loads = 0;
  const keeper = new DraftKeeper(
    {
      formName: 'person/form',
      load: async () => {
        loads += 1;
        throw new Error('offline');
      },
      requestKeys: async () => [],
      read: () => undefined,
    },
    new MemoryStorage(),
  );
  keeper.begin();
  keeper.typing();
  assert.equal(loads, 1);
  await new Promise((resolve) => setImmediate(resolve));
  keeper.typing();
  assert.equal(loads, 2);
  keeper.close();
});
