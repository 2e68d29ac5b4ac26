import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap } from 'precandidate-contract';
import { openPortal } from './open-portal.ts';

const portal = openPortal();

test('the gallery works without a proxy or service, and HR’s pages link to it', async () => {
  assert.match(await (await fetch(portal.url)).text(), /href="\/gallery"/);
  const response = await fetch(`${portal.url}/gallery`);
  assert.equal(response.status, 200);
  const page = await response.text();
  const names = [...page.matchAll(/id="specimen-([^"]+)"/g)].map(([, name]) => name);
  assert.ok(names.length > 40, `${names.length} specimens`);
  assert.equal(new Set(names).size, names.length, 'names are unique');
});

test('the query chooses language, theme, and specimens; unknown values are ignored', async () => {
  const shown = async (query: string) => {
    const page = await (await fetch(`${portal.url}/gallery?${query}`)).text();
    const elements = [
      ...page.matchAll(
        /<div class="theme-(\w+) frame">\s*<template><precandidate-form[^>]*locale="(\w+)"/g,
      ),
    ];
    return elements.map(([, theme, language]) => `${theme} ${language}`);
  };
  assert.deepEqual(await shown('kind=sent&lang=pt&theme=dark'), ['dark pt']);
  assert.deepEqual(await shown('kind=sent&lang=xx&theme=%22%3E'), ['light es']);
  assert.deepEqual(await shown('kind=nothing'), await shown(''));
  assert.deepEqual(await shown('kind=languages'), ['light es', 'light pt', 'light en', 'light ar']);
});

test('the scripted proxy has a response for each specimen, and 404 for others', async () => {
  const call = (path: string, init?: RequestInit) =>
    fetch(`${portal.url}/gallery/proxy/${path}`, init);
  const sent = await call('sent/precandidate/p/status/sent');
  assert.equal(((await sent.json()) as { state: string }).state, 'sent');
  const open = (name: string) => call(`${name}/bootstrap`, { method: 'POST', body: '{}' });
  const refused = await open('rate-limited');
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const { schema } = (await (await open('date')).json()) as Bootstrap;
  assert.deepEqual(schema?.['required'], ['dob']);
  await assert.rejects(open('unreachable'), 'the connection breaks');
  assert.equal((await open('nobody')).status, 404);
  const cities = await call('city/locodes/PE.json', { redirect: 'manual' });
  assert.equal(cities.headers.get('location'), 'http://127.0.0.1:1/locodes/PE.json');
});

test('the gallery shows the form in the pages of three portals', async () => {
  const page = await (await fetch(`${portal.url}/gallery?kind=layouts`)).text();
  const layouts = [...page.matchAll(/<div class="portal-(card|columns|dark)">/g)];
  assert.deepEqual(
    layouts.map(([, layout]) => layout),
    ['card', 'columns', 'dark'],
  );
});
