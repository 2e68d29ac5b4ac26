import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCS } from '../src/views/layout.ts';
import { sourceCodeOf } from '../src/views/source-panel.ts';
import { openPortal } from './open-portal.ts';

const portal = openPortal();

test('every link to the docs leads to a page', async () => {
  for (const path of Object.values(DOCS)) {
    const response = await fetch(portal.url + path);
    assert.equal(response.status, 200, path);
    assert.match(await response.text(), /<article class="prose"><h1>/, path);
  }
});

test('/docs/ is the table of contents, which every other page links to', async () => {
  for (const path of ['/docs', '/docs/'])
    assert.match(await (await fetch(portal.url + path)).text(), /href="start\/quickstart\.md"/);
  const page = await (await fetch(portal.url + DOCS.quickstart)).text();
  const links = [...page.matchAll(/<li><a href="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(links.length > 30);
  for (const path of links) assert.equal((await fetch(portal.url + path)).status, 200, path);
  assert.match(page, /href="\/docs\/start\/quickstart\.md" aria-current="page"/);
});

test('a page shows the files that it quotes', async () => {
  const page = await (await fetch(portal.url + DOCS.quickstart)).text();
  assert.match(page, /createProxyClient\(\{ url: PROXY_URL/);
  assert.doesNotMatch(page, /&lt;&lt;&lt;/);
});

test('every link of a page leads to a page or a file', async () => {
  const index = await (await fetch(`${portal.url}/docs/start/overview.md`)).text();
  const pages = [...index.matchAll(/<li><a href="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
  const addresses = new Set<string>();
  for (const path of pages) {
    const page = await (await fetch(portal.url + path)).text();
    const [, article = ''] = page.split('<article');
    for (const [, href = ''] of article.matchAll(/ href="((?!https?:|#)[^"#]+)/g))
      addresses.add(new URL(href, portal.url + path).href);
  }
  assert.ok(addresses.size > 40, String(addresses.size));
  for (const address of addresses) assert.equal((await fetch(address)).status, 200, address);
});

test('serves nothing outside the docs', async () => {
  for (const path of ['/docs/none.md', '/docs/..%2fREADME.md', '/docs/%2e%2e/package.json'])
    assert.equal((await fetch(portal.url + path)).status, 404, path);
});

test('HR’s pages show the code behind their steps', async () => {
  const home = await (await fetch(portal.url)).text();
  for (const name of ['createPrecandidate', 'createPerson', 'receiveEvent'])
    assert.match(home, new RegExp(`View source: <code>${name}</code>`));
  assert.match(home, /callProxy\(proxy, &#39;POST&#39;, PATHS\.precandidates, creation\)/);
});

test('the shown code is one function with its docstring', () => {
  const source = sourceCodeOf('createSession');
  assert.match(source, /^\/\*\*\n \* Step 2\./);
  assert.equal(source.match(/^export/gm)?.length, 1);
  assert.throws(() => sourceCodeOf('nothing'), /no function nothing/);
});
