import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { startPair } from './start-pair.ts';

/** `fetch` hides how an answer was encoded. */
function head(url: string, headers: Record<string, string>) {
  return new Promise<Record<string, string | string[] | undefined>>((resolve, reject) => {
    get(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.headers);
    }).on('error', reject);
  });
}

test('/widget.js is asked for anew each time; what it names never changes', async (t) => {
  const pair = await startPair(t);
  const loader = await fetch(`${pair.url}/widget.js`);
  assert.equal(loader.status, 200);
  assert.equal(loader.headers.get('cache-control'), 'no-cache');
  assert.equal(loader.headers.get('access-control-allow-origin'), '*');
  assert.match(loader.headers.get('content-type') ?? '', /javascript/);
  const etag = loader.headers.get('etag') ?? '';
  const again = await fetch(`${pair.url}/widget.js`, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);

  const names = (await loader.text()).match(/widget\/\d[^`"']*\.js/g) ?? [];
  assert.ok(names.length >= 2, 'the element and the form');
  for (const name of names) {
    const file = await fetch(`${pair.url}/${name}`);
    assert.equal(file.status, 200, name);
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(file.headers.get('cross-origin-resource-policy'), 'cross-origin');
    const url = `${pair.url}/${name}`;
    const brotli = await head(url, { 'accept-encoding': 'gzip, br' });
    assert.equal(brotli['content-encoding'], 'br');
    assert.equal((await head(url, { 'accept-encoding': 'gzip' }))['content-encoding'], 'gzip');
    assert.equal((await head(url, {}))['content-encoding'], undefined);
  }
});

test('a file that is not there is a plain problem, and no way leads out of the folder', async (t) => {
  const pair = await startPair(t);
  for (const path of ['/widget/0.0.0/element.js', '/widget/..%2f..%2fpackage.json', '/package.json']) {
    const answer = await fetch(pair.url + path);
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
  }
});
