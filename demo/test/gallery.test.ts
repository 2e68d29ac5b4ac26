import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap } from 'precandidate-contract';
import { openPortal } from './open-portal.ts';

test('the gallery stands without a proxy and a service, and is linked from HR’s pages', async (t) => {
  const { url } = await openPortal(t);
  assert.match(await (await fetch(url)).text(), /href="\/gallery"/);
  const response = await fetch(`${url}/gallery`);
  assert.equal(response.status, 200);
  const page = await response.text();
  const names = [...page.matchAll(/id="specimen-([^"]+)"/g)].map(([, name]) => name);
  assert.ok(names.length > 40, `${names.length} specimens`);
  assert.equal(new Set(names).size, names.length, 'each has a name of its own');
});

test('the query chooses language, theme and what is shown; what nobody knows is passed over', async (t) => {
  const { url } = await openPortal(t);
  const shown = async (query: string) => {
    const page = await (await fetch(`${url}/gallery?${query}`)).text();
    const elements = [
      ...page.matchAll(/<div class="theme-(\w+) frame">\s*<precandidate-form[^>]*locale="(\w+)"/g),
    ];
    return elements.map(([, theme, language]) => `${theme} ${language}`);
  };
  assert.deepEqual(await shown('kind=sent&lang=pt&theme=dark'), ['dark pt']);
  assert.deepEqual(await shown('kind=sent&lang=xx&theme=%22%3E'), ['light es']);
  assert.deepEqual(await shown('kind=nothing'), await shown(''));
  assert.deepEqual(await shown('kind=languages'), ['light es', 'light pt', 'light en', 'light ar']);
});

test('the scripted proxy answers each specimen as told, and knows no other', async (t) => {
  const { url } = await openPortal(t);
  const ask = (path: string, init?: RequestInit) => fetch(`${url}/gallery/proxy/${path}`, init);
  const sent = await ask('sent/precandidate/p/status/sent');
  assert.equal(((await sent.json()) as { state: string }).state, 'sent');
  const open = (name: string) => ask(`${name}/bootstrap`, { method: 'POST', body: '{}' });
  const refused = await open('rate-limited');
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const { schema } = (await (await open('date')).json()) as Bootstrap;
  assert.deepEqual(schema?.['required'], ['dob']);
  await assert.rejects(open('unreachable'), 'the line is broken');
  assert.equal((await open('nobody')).status, 404);
  const cities = await ask('city/locodes/PE.json', { redirect: 'manual' });
  assert.equal(cities.headers.get('location'), 'http://127.0.0.1:1/locodes/PE.json');
});
