import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSecrets } from './secret.ts';

const TEXT = 'Ñusta "Q" 7055 & <más>';
const secret = { name: 'typed', text: TEXT, meant_for: ['meant'] };
const found = (text: string, place = 'log') => findSecrets([secret], [{ place, text }]).length > 0;

test('finds a secret in every encoding, except where it belongs', () => {
  for (const text of [
    `before ${TEXT} after`,
    JSON.stringify({ a: [TEXT] }),
    JSON.stringify({ body: JSON.stringify({ a: TEXT }) }),
    `/path/${encodeURIComponent(TEXT)}?x`,
    new URLSearchParams({ a: TEXT }).toString(),
    Buffer.from(TEXT).toString('hex'),
    ...['', 'x', 'xy', 'xyz'].flatMap((before) =>
      (['base64', 'base64url'] as const).map((writing) =>
        Buffer.from(`${before}${TEXT} and more`).toString(writing),
      ),
    ),
  ])
    assert.ok(found(text), text);
  assert.ok(!found('nothing of it: 7055, Nusta'));
  assert.ok(!found(TEXT, 'meant for it'));
});
