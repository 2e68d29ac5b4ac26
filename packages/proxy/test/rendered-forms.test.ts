import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Session } from 'precandidate-contract';
import { TaskError } from '../src/workers/worker-pool.ts';
import {
  createRenderedForms,
  createRenderingPool,
  type FormToRender,
} from '../src/bootstrap/rendered-forms.ts';
import { sanitizeSchema } from '../src/validation/sanitize-schema.ts';
import { ORIGIN, type Pair, startPair } from '../../../tests/stage/pair.ts';
import { until } from '../../../tests/stage/until.ts';

const admitted = (properties: object) => sanitizeSchema({ type: 'object', properties });
const TEXT = admitted({ full_name: { type: 'string' } });
const request = {
  sanitized: TEXT,
  locale: 'es-PE',
  country: 'PE',
  isPrefilled: false,
  isWanted: true,
};

/** The real renderer, counted. */
function recordRenderings(t: TestContext, render?: () => Promise<string>) {
  const pool = createRenderingPool(60_000);
  t.after(() => pool.close());
  const rendered: FormToRender[] = [];
  const forms = createRenderedForms({
    run(form) {
      rendered.push(form);
      return render === undefined ? pool.run(form) : render();
    },
  });
  return { forms, rendered };
}

test('a form that a thousand candidates open is rendered once for each language and country', async (t) => {
  const { forms, rendered } = recordRenderings(t);
  const all = await Promise.all(Array.from({ length: 1_000 }, () => forms.render(request)));
  assert.equal(rendered.length, 1);
  assert.equal(new Set(all.map((fields) => fields?.fingerprint)).size, 1);
  assert.match(all[0]?.html ?? '', /Nombre completo/);
  const portuguese = await forms.render({ ...request, locale: 'pt-BR' });
  assert.equal(rendered.length, 2);
  assert.equal(portuguese?.fingerprint, all[0]?.fingerprint);
  await forms.render({ ...request, country: 'CL' });
  assert.equal(rendered.length, 3);
});

test('a form with values of its session is rendered anew each time, and not cached', async (t) => {
  const { forms, rendered } = recordRenderings(t);
  await forms.render({ ...request, isPrefilled: true });
  await forms.render({ ...request, isPrefilled: true });
  await forms.render(request);
  assert.equal(rendered.length, 3);
});

test('a form that cannot be rendered is tried once; a temporary failure is tried again', async (t) => {
  const lasting = recordRenderings(t, () => Promise.reject(new TaskError('late')));
  assert.equal(await lasting.forms.render(request), null);
  assert.equal(await lasting.forms.render(request), null);
  assert.equal(lasting.rendered.length, 1);
  const passing = recordRenderings(t, () => Promise.reject(new TaskError('busy')));
  assert.equal(await passing.forms.render(request), null);
  assert.equal(await passing.forms.render(request), null);
  assert.equal(passing.rendered.length, 2);
});

const form = (schema: object): FormToRender => ({
  schema: JSON.stringify({ type: 'object', ...schema }),
  locale: 'es',
  country: null,
});

test('an endless rendering is stopped, and the next form is rendered', async (t) => {
  const pool = createRenderingPool(500);
  t.after(() => pool.close());
  const field = { type: 'string' };
  await pool.run(form({ properties: { a: field } }));
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`f${i}`, field]));
  const hung = assert.rejects(
    pool.run(form({ properties: many })),
    ({ failure }: TaskError) => failure === 'late',
  );
  const next = pool.run(form({ properties: { b: field } }));
  await hung;
  assert.match(await next, /name="f\.b"/);
});

test('a schema that breaks the rendering affects only itself', async (t) => {
  const pool = createRenderingPool(60_000);
  t.after(() => pool.close());
  const broken = form({ properties: { a: { type: 'nonsense' } } });
  await assert.rejects(pool.run(broken), TaskError);
  assert.match(await pool.run(form({ properties: { b: { type: 'string' } } })), /f\.b/);
});

/** A session with its prerendered form; the first may be minted before the renderer has started. */
async function mintPrerendered(pair: Pair, more: object = {}): Promise<Session> {
  const { person_id, form_id } = await pair.candidate();
  const body = { person_id, form_id, origin: ORIGIN, locale: 'es-PE', ...more };
  return until(async () => {
    const session = (await (await pair.backend('/sessions', { body })).json()) as Session;
    return session.html !== undefined && session;
  });
}

test('a session comes with the element, with its form prerendered, ready to paste', async (t) => {
  const pair = await startPair(t);
  const { html = '', token } = await mintPrerendered(pair);
  assert.match(
    html,
    /^<precandidate-form session="[^"]+" proxy-url="[^"]+\/" rendered="[\w-]{43}"><template shadowrootmode="open"><link rel="stylesheet" href="[^"]+\.css"><noscript>.*<\/noscript><div class="base" part="base" lang="es" dir="ltr" data-locale="es-PE"><div id="form-app" part="form">/,
  );
  assert.match(html, /<\/template><\/precandidate-form>$/);
  const bootstrap = await fetch(`${pair.url}/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ session: token }),
  });
  const { fields } = (await bootstrap.json()) as { fields: { fingerprint: string } };
  assert.ok(html.includes(` rendered="${fields.fingerprint}"`));
});

test('with the page’s nonce the element comes with its styles, and keeps the nonce nowhere', async (t) => {
  const pair = await startPair(t);
  const nonce = 'q83vEjRWeJCrze8SNFZ4kA==';
  const linked = (await mintPrerendered(pair)).html ?? '';
  const sheet = /<link rel="stylesheet" href="[^"]+?(\/widget\/[^"]+)">/.exec(linked)?.[1] ?? '';
  const styles = (await (await fetch(pair.url + sheet)).text()).trimEnd();
  const { html = '', token } = await mintPrerendered(pair, { nonce });
  assert.ok(
    html.includes(`<style nonce="${nonce}" data-sheet="${sheet}">${styles}</style><noscript>`),
  );
  assert.equal(html.split(nonce).length, 2);
  assert.doesNotMatch(html, /<link/);
  assert.doesNotMatch(styles, /<\//);
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  assert.ok(!claims.includes(nonce) && !(await mintPrerendered(pair)).html?.includes(nonce));
});

test('a nonce that is none is refused, and not repeated', async (t) => {
  const pair = await startPair(t);
  const { person_id, form_id } = await pair.candidate();
  for (const nonce of ['', 'a"><script>', "abc' 'unsafe-inline", 'abc=d', 'a'.repeat(201)]) {
    const answer = await pair.backend('/sessions', { body: { person_id, form_id, nonce } });
    const text = await answer.text();
    assert.equal(answer.status, 400, text);
    assert.match(text, /"pointer":"\/nonce"/);
    assert.ok(nonce === '' || !text.includes(nonce), text);
  }
});

test('values of a session stand in its own fields and in nobody else’s', async (t) => {
  const pair = await startPair(t);
  const known = await mintPrerendered(pair, { prefill: { document_id: '4"1<2>3&' } });
  assert.match(known.html ?? '', /value="4&quot;1&lt;2&gt;3&amp;"/);
  const { html = '' } = await mintPrerendered(pair);
  assert.doesNotMatch(html, /4&quot;1/);
});

test('a session is minted without its form where the service is slow, and no form is rendered without a request', async (t) => {
  const pair = await startPair(t, { deadlineMs: 500 });
  const { person_id, form_id } = await pair.candidate();
  await pair.control('/_control/faults', {
    match: { path: '/schema/' },
    kind: 'stall',
    times: 0,
  });
  const body = { person_id, form_id, origin: ORIGIN };
  const answer = await pair.backend('/sessions', { body });
  assert.equal(answer.status, 201);
  assert.equal(((await answer.json()) as Session).html, undefined);
  await pair.control('/_control/faults', undefined, 'DELETE');
  await pair.control('/_control/requests', undefined, 'DELETE');
  await pair.backend('/sessions', { body: { ...body, html: false } });
  const { counts } = (await pair.control('/_control/requests')) as { counts: object };
  assert.ok(!Object.keys(counts).some((route) => route.includes('schema')));
});
