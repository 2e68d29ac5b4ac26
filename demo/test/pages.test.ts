import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPortal, postForm } from './open-portal.ts';

const portal = openPortal();

const ANA = { name: 'Ana', pipeline_name: 'peru_basic', email: 'ana@example.com', phone: '' };

test('an empty portal says how to start', async () => {
  assert.match(await (await fetch(portal.url)).text(), /Start with someone/);
});

test('without the proxy, HR reads a plain sentence and keeps the input', async () => {
  const response = await postForm(`${portal.url}/candidates`, ANA);
  assert.equal(response.status, 422);
  const page = await response.text();
  assert.match(page, /The proxy cannot be reached\. Your input is still here/);
  assert.match(page, /value="ana@example.com"/);
});

test('escapes HR’s input', async () => {
  const name = `"><script>alert('x')</script>&`;
  const page = await (await postForm(`${portal.url}/candidates`, { ...ANA, name })).text();
  assert.doesNotMatch(page, /<script>alert/);
  assert.match(page, /&quot;&gt;&lt;script&gt;alert\(&#39;x&#39;\)&lt;\/script&gt;&amp;/);
});

test('rejects a form from another site', async () => {
  const response = await postForm(`${portal.url}/candidates`, ANA, {
    'sec-fetch-site': 'cross-site',
  });
  assert.equal(response.status, 403);
});

test('an unknown URL and an unknown person have a page with a policy', async () => {
  for (const path of ['/nowhere', '/people/nobody']) {
    const response = await fetch(portal.url + path);
    assert.equal(response.status, 404, path);
    assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none';/);
    assert.match(await response.text(), /This page does not exist/);
  }
});

test('rejects a blank or very long name at its field and keeps the other input', async () => {
  for (const [name, sentence] of [
    ['   ', /id="name-error">Enter the name\.</],
    ['Maximiliano'.repeat(18), /id="name-error">Enter a name of at most 120 characters\.</],
  ] as const) {
    const response = await postForm(`${portal.url}/candidates`, { ...ANA, name });
    assert.equal(response.status, 422);
    const page = await response.text();
    assert.match(page, sentence);
    assert.match(
      page,
      /name="name"[^>]*aria-describedby="name-error" aria-invalid="true" data-focus/,
    );
    assert.match(page, /value="ana@example.com"/);
  }
  const person = await postForm(`${portal.url}/people`, { ...ANA, name: ' ', document_id: '1' });
  assert.match(await person.text(), /id="person-name-error">Enter the name\.</);
});

test('an invalid candidate’s link is explained in their language, without links to HR', async () => {
  for (const [language, message] of [
    ['es-PE,en;q=0.5', 'Este enlace ya no funciona'],
    ['fr, pt-BR', 'Este link não funciona mais'],
    ['en', 'This link does not work any more'],
  ] as const) {
    for (const path of ['/candidates/nobody', '/strict/nobody']) {
      const headers = { 'accept-language': language };
      const response = await fetch(portal.url + path, { headers });
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none';/);
      const page = await response.text();
      assert.ok(page.includes(message), language);
      assert.doesNotMatch(page, /href="\/"/);
    }
  }
});
