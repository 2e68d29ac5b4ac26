import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPortal } from './open-portal.ts';
import { postForm } from './post-form.ts';

const ANA = { name: 'Ana', pipeline_name: 'peru_basic', email: 'ana@example.com', phone: '' };

test('a portal with nobody in it says how to begin', async (t) => {
  const { url } = await openPortal(t);
  assert.match(await (await fetch(url)).text(), /Begin with somebody/);
});

test('when the proxy is away, HR reads a plain sentence and keeps what they typed', async (t) => {
  const { url } = await openPortal(t);
  const response = await postForm(`${url}/candidates`, ANA);
  assert.equal(response.status, 422);
  const page = await response.text();
  assert.match(page, /The proxy cannot be reached\. What you typed is still here/);
  assert.match(page, /value="ana@example.com"/);
});

test('what HR types is text in the page, whatever it looks like', async (t) => {
  const { url } = await openPortal(t);
  const name = `"><script>alert('x')</script>&`;
  const page = await (await postForm(`${url}/candidates`, { ...ANA, name })).text();
  assert.doesNotMatch(page, /<script>alert/);
  assert.match(page, /&quot;&gt;&lt;script&gt;alert\(&#39;x&#39;\)&lt;\/script&gt;&amp;/);
});

test('a form that another site sends is refused', async (t) => {
  const { url } = await openPortal(t);
  const response = await postForm(`${url}/candidates`, ANA, { 'sec-fetch-site': 'cross-site' });
  assert.equal(response.status, 403);
});

test('an unknown address and an unknown person each get a page, with a policy', async (t) => {
  const { url } = await openPortal(t);
  for (const path of ['/nowhere', '/people/nobody']) {
    const response = await fetch(url + path);
    assert.equal(response.status, 404, path);
    assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none';/);
    assert.match(await response.text(), /nothing at this address/);
  }
});

test('without a sandbox nobody can be called', async (t) => {
  const { url } = await openPortal(t);
  assert.equal((await postForm(`${url}/people/anybody/phone-call`, {})).status, 404);
});

test('a name of blanks, or one that no page can show, is refused beside its field, the rest kept', async (t) => {
  const { url } = await openPortal(t);
  for (const [name, sentence] of [
    ['   ', /id="name-fault">Write the name\.</],
    ['Maximiliano'.repeat(18), /id="name-fault">Write the name in 120 characters or fewer\.</],
  ] as const) {
    const response = await postForm(`${url}/candidates`, { ...ANA, name });
    assert.equal(response.status, 422);
    const page = await response.text();
    assert.match(page, sentence);
    assert.match(
      page,
      /name="name"[^>]*aria-describedby="name-fault" aria-invalid="true" data-focus/,
    );
    assert.match(page, /value="ana@example.com"/);
  }
  const person = await postForm(`${url}/people`, { ...ANA, name: ' ', document_id: '1' });
  assert.match(await person.text(), /id="person-name-fault">Write the name\.</);
});

test('a candidate whose link leads nowhere reads so in their language, and is not led to HR', async (t) => {
  const { url } = await openPortal(t);
  for (const [language, words] of [
    ['es-PE,en;q=0.5', 'Este enlace ya no funciona'],
    ['fr, pt-BR', 'Este link não funciona mais'],
    ['en', 'This link does not work any more'],
  ] as const) {
    for (const path of ['/candidates/nobody', '/strict/nobody']) {
      const headers = { 'accept-language': language };
      const response = await fetch(url + path, { headers });
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none';/);
      const page = await response.text();
      assert.ok(page.includes(words), language);
      assert.doesNotMatch(page, /href="\/"/);
    }
  }
});
