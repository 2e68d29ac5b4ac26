import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { sharedPair } from 'precandidate-testing/pair.ts';

const pair = sharedPair();

/** `fetch` hides the content encoding, and does not send `if-none-match` as given. */
function ask(url: string, headers: Record<string, string>) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, (answer) => resolve(answer.resume())).on('error', reject);
  });
}
const encodingOf = async (url: string, accepted: Record<string, string>) =>
  (await ask(url, accepted)).headers['content-encoding'];

test('/widget.js is revalidated each time; the files that it names never change', async () => {
  const loader = await fetch(`${pair.url}/widget.js`);
  assert.equal(loader.status, 200);
  assert.equal(loader.headers.get('cache-control'), 'no-cache');
  assert.equal(loader.headers.get('access-control-allow-origin'), '*');
  assert.match(loader.headers.get('content-type') ?? '', /javascript/);
  const { etag = '' } = (await ask(`${pair.url}/widget.js`, {})).headers;
  assert.equal((await ask(`${pair.url}/widget.js`, { 'if-none-match': etag })).statusCode, 304);

  const names = (await loader.text()).match(/widget\/\d[^`"']*\.(?:js|css)/g) ?? [];
  assert.equal(names.length, 3, 'the element, its notice, and the style sheet');
  for (const name of names) {
    const file = await fetch(`${pair.url}/${name}`);
    assert.equal(file.status, 200, name);
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(file.headers.get('cross-origin-resource-policy'), 'cross-origin');
    const url = `${pair.url}/${name}`;
    assert.equal(await encodingOf(url, { 'accept-encoding': 'gzip, br' }), 'br');
    assert.equal(await encodingOf(url, { 'accept-encoding': 'gzip' }), 'gzip');
    assert.equal(await encodingOf(url, {}), undefined);
  }
});

test('clients that do not read a file hold no copy of it', async (t) => {
  const path = '/widget/0.0.0/form-app.A.js';
  const { byteLength } = await (await fetch(pair.url + path)).arrayBuffer();
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(Number(new URL(pair.url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: proxy\r\n\r\n`.repeat(8));
    await once(socket, 'readable');
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 10 * byteLength);
});

test('a file that is not there is a plain problem, and no way leads out of the folder', async () => {
  const outside = '/widget/..%2f..%2fpackage.json';
  for (const path of ['/widget/0.0.0/element.js', outside, '/package.json']) {
    const answer = await fetch(pair.url + path);
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
  }
});

test('during a rolling upgrade, a file of another version falls back to the current one', async () => {
  const loader = await (await fetch(`${pair.url}/widget.js`)).text();
  const [name = ''] = loader.match(/widget\/\d[^`"']*\.js/) ?? [];
  const current = await (await fetch(`${pair.url}/${name}`)).text();
  const file = name.replace(/^.*\//, '').replace(/\.[^.]+\.js$/, '');
  for (const path of [
    `/widget/9.9.9/${file}.AAAAAAAA.js`,
    `/${name.replace(/\.[^.]+\.js$/, '.BBBBBBBB.js')}`,
  ]) {
    const response = await fetch(pair.url + path);
    assert.equal(response.status, 200, path);
    assert.equal(await response.text(), current);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal(response.headers.get('cache-control'), 'no-cache', 'never cached under that name');
  }
  const missing = await fetch(`${pair.url}/widget/9.9.9/nothing.AAAAAAAA.js`);
  assert.equal(missing.status, 404);
  assert.equal(missing.headers.get('access-control-allow-origin'), '*');
});
