import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../src/settings.ts';

const ENV = { PROXY_URL: 'http://proxy.example/', BACKEND_KEY: 'k', RELAY_SECRET: 'whsec_x' };

test('reports all missing settings at once', () => {
  assert.throws(() => readSettings({}), /The portal needs PROXY_URL, BACKEND_KEY, RELAY_SECRET/);
});

test('browsers use the proxy’s public URL, by default the same as the back end', () => {
  assert.equal(readSettings(ENV).proxyPublicUrl, 'http://proxy.example');
  const settings = readSettings({ ...ENV, PROXY_PUBLIC_URL: 'https://forms.example' });
  assert.equal(settings.proxyPublicUrl, 'https://forms.example');
  assert.equal(settings.proxyUrl, 'http://proxy.example');
});
