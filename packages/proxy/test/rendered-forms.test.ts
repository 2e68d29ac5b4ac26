import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { TaskError } from '../src/workers/worker-pool.ts';
import {
  createRenderedForms,
  createRenderingPool,
  type FormToRender,
} from '../src/bootstrap/rendered-forms.ts';
import { sanitizeSchema } from '../src/sanitizer/sanitize-schema.ts';
import { PERU, submittedBy } from './submission-helpers.ts';
import { type Candidate, ORIGIN, sharedPair, startPair } from 'precandidate-testing/pair.ts';
import { serviceRequests } from 'precandidate-testing/sandbox-control.ts';
import { until } from 'precandidate-testing/until.ts';

const START_TAG = /^<precandidate-form session="[^"]+" proxy-url="http[^"]+\/"[^>]*>/;
const NO_SCRIPT = /<noscript>.*<\/noscript>/g;

const admitted = (properties: object) => sanitizeSchema({ type: 'object', properties });
const TEXT = admitted({ full_name: { type: 'string' } });
const request = {
  form: TEXT,
  locale: 'es-PE',
  country: 'PE',
  prefilledFor: undefined,
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
  await forms.render({ ...request, prefilledFor: 'p' });
  await forms.render({ ...request, prefilledFor: 'p' });
  await forms.render(request);
  assert.equal(rendered.length, 3);
});

test('a form is rendered once for each ui_schema, and only hydrated with the same one', async (t) => {
  const { forms, rendered } = recordRenderings(t);
  const titled = (title: string) => ({
    ...request,
    form: { ...TEXT, uiSchema: { full_name: { 'ui:title': title } } },
  });
  const [plain, first, again, second] = [
    await forms.render(request),
    await forms.render(titled('A')),
    await forms.render(titled('A')),
    await forms.render(titled('B')),
  ];
  assert.equal(rendered.length, 3);
  assert.deepEqual(
    rendered.map(({ uiSchema }) => uiSchema),
    [undefined, '{"full_name":{"ui:title":"A"}}', '{"full_name":{"ui:title":"B"}}'],
  );
  assert.deepEqual(first, again);
  assert.equal(new Set([plain, first, second].map((each) => each?.fingerprint)).size, 3);
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
  uiSchema: undefined,
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
  const broken = form({ properties: { a: { type: 'string', title: {} } } });
  await assert.rejects(pool.run(broken), TaskError);
  assert.match(await pool.run(form({ properties: { b: { type: 'string' } } })), /f\.b/);
});

const pair = sharedPair();

/** Another session for the form, with its prerendered form once the renderer has started. */
const prerendered = (ana: Candidate, more: object = {}, at = pair) =>
  until(async () => {
    const { html, token } = await at.session(ana, { origin: ORIGIN, html: true, ...more });
    return html !== undefined && { html, token };
  });

test('a session comes with the element, with its form prerendered, ready to paste', async () => {
  const { html, token } = await prerendered(await pair.candidate(), { locale: 'es-PE' });
  assert.match(
    html,
    /^<precandidate-form session="[^"]+" proxy-url="[^"]+\/" rendered="[\w-]{43}"><template shadowrootmode="open"><link rel="stylesheet" href="[^"]+\.css"><noscript>.*<\/noscript><div class="base" part="base" lang="es" dir="ltr" data-locale="es-PE"><div id="form-app" part="form">/,
  );
  assert.match(html, /<\/template><\/precandidate-form>$/);
  assert.match(html, /name="f\.document__id"/);
  assert.match(html, /<form [^>]*method="dialog"/);
  assert.doesNotMatch(html, / (form)?action=/, 'it has nowhere to navigate to');
  const bootstrap = await pair.bootstrap({ session: token });
  const { fields } = (await bootstrap.json()) as { fields: { fingerprint: string } };
  assert.ok(html.includes(` rendered="${fields.fingerprint}"`));
});

test('with the page’s nonce the element comes with its styles, and keeps the nonce nowhere', async () => {
  const ana = await pair.candidate();
  const nonce = 'q83vEjRWeJCrze8SNFZ4kA==';
  const linked = (await prerendered(ana)).html;
  const sheet = /<link rel="stylesheet" href="[^"]+?(\/widget\/[^"]+)">/.exec(linked)?.[1] ?? '';
  const styles = (await (await fetch(pair.url + sheet)).text()).trimEnd();
  const { html, token } = await prerendered(ana, { nonce });
  assert.ok(
    html.includes(`<style nonce="${nonce}" data-sheet="${sheet}">${styles}</style><noscript>`),
  );
  assert.equal(html.split(nonce).length, 2);
  assert.doesNotMatch(html, /<link/);
  assert.doesNotMatch(styles, /<\//);
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  assert.ok(!claims.includes(nonce) && !(await prerendered(ana)).html.includes(nonce));
});

test('a nonce that is none is refused, and not repeated', async () => {
  const { person_id, form_id } = await pair.candidate();
  for (const nonce of ['', 'a"><script>', "abc' 'unsafe-inline", 'abc=d', 'a'.repeat(201)]) {
    const answer = await pair.backend('/sessions', { body: { person_id, form_id, nonce } });
    const text = await answer.text();
    assert.equal(answer.status, 400, text);
    assert.match(text, /"pointer":"\/nonce"/);
    assert.ok(nonce === '' || !text.includes(nonce), text);
  }
});

test('values of a session stand in its own fields and in nobody else’s', async () => {
  const ana = await pair.candidate();
  const known = await prerendered(ana, { prefill: { document_id: '4"1<2>3&' } });
  assert.match(known.html, /value="4&quot;1&lt;2&gt;3&amp;"/);
  assert.doesNotMatch((await prerendered(ana)).html, /4&quot;1/);
});

test('links to the hosted form for browsers without JavaScript, in the language of the session', async () => {
  const ana = await pair.candidate();
  const { html } = await prerendered(ana, { locale: 'pt-BR' });
  const [link = ''] = html.match(NO_SCRIPT) ?? [];
  assert.match(link, /lang="pt".*Seu navegador não consegue mostrar/);
  assert.ok(link.includes(`href="${ana.form_url}"`), link);
});

test('a submitted form renders the element without fields', async () => {
  const ana = await pair.candidate();
  await ana.submit(PERU);
  await submittedBy(ana);
  const { html } = await prerendered(ana);
  assert.match(html, START_TAG);
  assert.equal(html.replace(START_TAG, '').replace(NO_SCRIPT, ''), '</precandidate-form>');
  assert.doesNotMatch(html, new RegExp(`rendered=|${PERU.document_id}`));
});

test('with handoff, renders no fields', async (t) => {
  const own = await startPair(t, { env: { SUBMISSION_CHANNEL: 'handoff' } });
  const ana = await own.candidate();
  const { html } = await prerendered(ana, {}, own);
  assert.doesNotMatch(html, /<input|<form/);
  assert.ok(html.includes(`href="${ana.form_url}"`), html);
});

test('no form is rendered, nor its schema read, without a request', async () => {
  const ana = await pair.candidate();
  await pair.control('/_control/requests', undefined, 'DELETE');
  await pair.session(ana);
  const routes = Object.keys(await serviceRequests(pair.sandbox.url));
  assert.ok(!routes.some((route) => route.includes('schema')));
});
