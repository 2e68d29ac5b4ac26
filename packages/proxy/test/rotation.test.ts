import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { createSealer } from '../src/shared/sealer.ts';
import { ENGINES } from './on-both-engines.ts';
import { startPair } from '../../../tests/stage/pair.ts';

const OLD = 'session-secret-0123456789-0123456789';
const NEW = 'a-newer-secret-0123456789-0123456789';

test('seals with the newest secret; each live secret opens, in its context only', async () => {
  const before = createSealer([OLD]);
  const during = createSealer([NEW, OLD]);
  const after = createSealer([NEW]);
  const old = await before.seal('ñ', 'form 1');
  const fresh = await during.seal('ñ', 'form 1');
  assert.equal((await during.open(old, 'form 1')).toString(), 'ñ');
  assert.equal((await after.open(fresh, 'form 1')).toString(), 'ñ');
  await assert.rejects(after.open(old, 'form 1'), /unknown secret/);
  await assert.rejects(before.open(fresh, 'form 1'), /unknown secret/);
  await assert.rejects(during.open(old, 'form 2'));
  const [name = '', packed = ''] = old.split('.');
  const bytes = Buffer.from(packed, 'base64url');
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await assert.rejects(during.open(`${name}.${changed.toString('base64url')}`, 'form 1'));
  }
  assert.notEqual(await during.seal('ñ', 'form 1'), fresh, 'a nonce is used once');
});

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: opens a prefill after the rotation of its secret`, async (t) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-rotation-'));
    t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
    const pair = await startPair(t, { env: { ...(await database()), DATA_DIR } });
    const prefill = { document_id: '12345678', city_locode: 'PE LIM' };
    const ana = await pair.candidate(undefined, { prefill });
    const prefilled = async () => {
      const schema = (await (await ana.browse('schema')).json()) as FormSchema;
      const field = schema.properties['document_id'];
      return typeof field === 'object' ? field.default : undefined;
    };
    assert.equal(await prefilled(), '12345678');
    await pair.restart({ SESSION_SECRETS: `${NEW},${OLD}` });
    assert.equal(await prefilled(), '12345678');
  });
