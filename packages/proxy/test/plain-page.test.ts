import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { readStream } from './read-stream.ts';
import type { Received } from './start-receiver.ts';
import { type Candidate, ORIGIN, type Pair, startPair } from './start-pair.ts';

const SECRET = 'session-secret-0123456789-0123456789';
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const CREATION = { country_code: 'PE', pipeline_name: 'peru_full', email: 'ana@example.com' };
const RIGHT: Record<string, string> = {
  'f.document__id': '12345678',
  'f.document__id__type': '0',
  'f.dob-day': '31',
  'f.dob-month': '5',
  'f.dob-year': '1990',
  'f.full__name': 'Ana Quispe',
  'f.city__locode': 'Lima',
};

function post(
  pair: Pair,
  { person_id, form_id, token }: Pick<Candidate, 'person_id' | 'form_id' | 'token'>,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${pair.url}/precandidate/${person_id}/page/${form_id}`, {
    method: 'POST',
    headers: { origin: ORIGIN, ...headers },
    body: new URLSearchParams({ session: token, ...fields }),
    redirect: 'manual',
  });
}

/** The cookie that an answer sets, as a browser sends it back. */
const cookieOf = (answer: Response) => /^[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0];

/** Where a post leads to once nothing is left to fill in. */
function look(answer: Response, cookie = cookieOf(answer) ?? ''): Promise<Response> {
  assert.equal(answer.status, 303);
  return fetch(answer.headers.get('location') ?? '', { headers: { cookie } });
}

async function collected(pair: Pair, { form_id }: Candidate) {
  return (await pair.control(`/_control/precandidates/${form_id}`)) as {
    data: Record<string, unknown> | null;
    form_posts: number;
  };
}

const WRONG = { ...RIGHT, 'f.full__name': '' };

const anybody = (pair: Pair, session: object = { origin: ORIGIN, locale: 'es-PE' }) =>
  pair.candidate(CREATION, session);

test('a posted form is read, checked and sent like a submission; the answer says so', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const posted = await post(pair, ana, RIGHT);
  const answer = await look(posted);
  const page = await answer.text();
  assert.equal(answer.status, 200, page);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html; charset=utf-8/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(page, /<html lang="es" dir="ltr">/);
  assert.match(page, /Recibimos tus datos|¡Listo!/);
  assert.ok(!page.includes(ana.token) && !page.includes('12345678'));
  const { data } = await collected(pair, ana);
  assert.deepEqual(data, {
    document_id: '12345678',
    document_id_type: 'DNI',
    dob: '1990-05-31',
    full_name: 'Ana Quispe',
    city_locode: 'PE LIM',
  });
});

test('a double press, or the page loaded again, sends once', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const pages = await Promise.all([post(pair, ana, RIGHT), post(pair, ana, RIGHT)]);
  assert.deepEqual(
    pages.map(({ status }) => status),
    [303, 303],
  );
  const again = await look(await post(pair, ana, RIGHT));
  assert.match(await again.text(), /Recibimos tus datos|Listo/);
  // By the way back: an older page of it, and one with other data.
  for (const fields of [WRONG, { ...RIGHT, 'f.full__name': 'Otra Persona' }])
    assert.equal((await post(pair, ana, fields)).status, 303);
  assert.equal((await collected(pair, ana)).form_posts, 1);
});

test('what comes after a post is told by its address, live, and only to the browser that posted', async (t) => {
  const pair = await startPair(t);
  const [ana, rui] = [await anybody(pair), await anybody(pair)];
  await pair.control('/_control/faults', { match: { path: '/forms/' }, kind: 'reset', times: 0 });
  const answer = await post(pair, ana, RIGHT);
  const address = answer.headers.get('location') ?? '';
  assert.equal(address, `${pair.url}/precandidate/${ana.person_id}/page/${ana.form_id}`);
  const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ');
  assert.deepEqual(attributes, [`Path=${new URL(address).pathname}`, 'HttpOnly', 'SameSite=Lax']);
  assert.equal(answer.headers.get('cache-control'), 'no-store');

  const sending = await (await look(answer)).text();
  assert.match(sending, /Enviando tus datos/);
  assert.ok(sending.includes(`<a class="button secondary" href="${address}">`), sending);
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await pair.control(`/calls/${ana.form_id}`, {});
  await readStream(stream, ({ state }) => state === 'submitted');
  const later = await (await look(answer)).text();
  assert.match(later, /<div class="card good">/);
  assert.doesNotMatch(later, /<a |<button/);

  for (const other of ['', 'precandidate-page=x', `precandidate-page=${ana.token}`]) {
    const stranger = await look(answer, other);
    assert.equal(stranger.status, 401, other);
    assert.match(await stranger.text(), /No podemos mostrarte|We cannot show/);
  }
  const elsewhere = `${pair.url}/precandidate/${rui.person_id}/page/${rui.form_id}`;
  assert.equal((await fetch(elsewhere, { headers: { cookie } })).status, 403);
  const receipt = cookie.slice(cookie.indexOf('=') + 1);
  assert.equal((await post(pair, { ...ana, token: receipt }, RIGHT)).status, 401, 'no token');
  await pair.backend('/sessions/revoke', {
    body: { person_id: ana.person_id, form_id: ana.form_id },
  });
  assert.equal((await look(answer)).status, 401, 'revoked with its session');
});

test('the back end is told the same of it as of a submission by the element, once', async (t) => {
  const pair = await startPair(t);
  const [ana, rui] = [await anybody(pair), await anybody(pair)];
  const data = {
    document_id: '12345678',
    document_id_type: 'DNI',
    dob: '1990-05-31',
    full_name: 'Ana Quispe',
    city_locode: 'PE LIM',
  };
  await rui.submit(data);
  await post(pair, ana, RIGHT);
  await post(pair, ana, RIGHT);
  const told = async ({ form_id }: Candidate) => {
    const isOfForm = ({ text, event }: Received) =>
      event.type === 'precandidate.submitted' && text.includes(form_id);
    const { headers, event } = await pair.receiver.next(isOfForm);
    assert.equal(pair.receiver.received.filter(isOfForm).length, 1);
    assert.deepEqual(Object.keys(event.data).sort(), [
      'person_id',
      'precandidate_id',
      'precandidate_status',
      'updated_at',
    ]);
    assert.match(String(headers['webhook-signature']), /^v1,/);
    return [event.type, (event.data as { precandidate_status?: string }).precandidate_status];
  };
  const [byElement, byPage] = [await told(rui), await told(ana)];
  assert.deepEqual(byPage, byElement);
  assert.deepEqual(byPage, ['precandidate.submitted', 'SUBMITTED']);
  assert.deepEqual((await collected(pair, ana)).data, (await collected(pair, rui)).data);
});

test('in a frame, where browsers keep no cookie, the answer itself tells', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const answer = await post(pair, ana, RIGHT, { 'sec-fetch-dest': 'iframe' });
  assert.equal(answer.status, 200);
  const page = await answer.text();
  assert.match(page, /Recibimos tus datos|¡Listo!/);
  assert.doesNotMatch(page, /<a /);
});

test('behind https the receipt goes by https alone, and PUBLIC_URL may have a path', async (t) => {
  const pair = await startPair(t, { env: { PUBLIC_URL: 'https://hr.example/forms/' } });
  const ana = await anybody(pair);
  const answer = await post(pair, ana, RIGHT);
  const path = `/precandidate/${ana.person_id}/page/${ana.form_id}`;
  assert.equal(answer.headers.get('location'), `https://hr.example/forms${path}`);
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    new RegExp(`; Path=/forms${path}; HttpOnly; SameSite=Lax; Secure$`),
  );
});

test('errors come back with what was typed, a summary that leads to the fields, and no way to send it blind', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const answer = await post(pair, ana, {
    ...RIGHT,
    'f.document__id': '12345678"><script>',
  });
  const page = await answer.text();
  assert.equal(answer.status, 422);
  assert.match(page, /<title>Error: Tus datos<\/title>/);
  assert.match(page, /<section class="summary" autofocus[^>]*>/);
  assert.match(page, /<a href="#f\.document__id">/);
  assert.match(page, /name="f\.document__id"[^>]* value="12345678&quot;&gt;&lt;script&gt;"/);
  assert.match(page, /name="f\.full__name"[^>]* value="Ana Quispe"/);
  assert.match(page, new RegExp(`name="session" value="${ana.token}"`));
  assert.equal((await collected(pair, ana)).form_posts, 0);
});

test('the policy of a page allows its sheet and its form, and no script', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const answer = await post(pair, ana, {});
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.equal(
    policy,
    `default-src 'none';style-src 'self' ${pair.url};form-action 'self';base-uri 'none';frame-ancestors ${ORIGIN}`,
  );
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(await answer.text()) ?? [];
  const css = await fetch(sheet);
  assert.equal(css.status, 200);
  assert.match(css.headers.get('content-type') ?? '', /text\/css/);
});

test('a token, a path or an origin that is not right leads to a page that says so', async (t) => {
  const pair = await startPair(t);
  const [ana, rui] = [await anybody(pair), await anybody(pair)];
  const invalid = await post(pair, { ...ana, token: 'x' }, RIGHT, { 'accept-language': 'pt-BR' });
  assert.equal(invalid.status, 401);
  assert.match(await invalid.text(), /<html lang="pt"/);
  assert.equal((await post(pair, { ...ana, form_id: rui.form_id }, RIGHT)).status, 403);
  assert.equal((await post(pair, ana, RIGHT, { origin: 'https://evil.example' })).status, 403);
  for (const origin of ['null', pair.url])
    assert.equal((await post(pair, ana, WRONG, { origin })).status, 422, origin);
});

test('an expired session keeps what was typed on the page; a forged one repeats nothing', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const [head = '', claims = ''] = ana.token.split('.');
  const old = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 1_000_000_000 };
  const signed = `${head}.${base64url(old)}`;
  const signature = createHmac('sha256', SECRET).update(signed).digest('base64url');
  const typed = { 'f.full__name': 'Ana <b>', 'f.document__id__type': '0' };
  const expired = await post(pair, { ...ana, token: `${signed}.${signature}` }, typed);
  const page = await expired.text();
  assert.equal(expired.status, 401);
  assert.match(page, /<dt>Nombre completo<\/dt><dd>Ana &lt;b&gt;<\/dd>/);
  assert.ok(!page.includes(signature));
  const forged = await (await post(pair, { ...ana, token: `${signed}.x` }, typed)).text();
  assert.doesNotMatch(forged, /Ana/);
});

test('a service that is down loses nothing: the form stands with what was typed', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  await ana.browse('schema');
  await pair.control('/_control/faults', {
    match: { path: '/forms/' },
    kind: 'status',
    status: 503,
    times: 0,
  });
  const down = await post(pair, ana, RIGHT);
  const page = await down.text();
  assert.equal(down.status, 503, page);
  assert.match(page, /<title>El servicio no responde – Tus datos<\/title>/);
  assert.match(page, /name="f\.full__name"[^>]* value="Ana Quispe"/);
  await pair.control('/_control/faults', undefined, 'DELETE');
  assert.equal((await post(pair, ana, RIGHT)).status, 303);
});

test('where even the form cannot be had, the same can be sent again', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  await pair.control('/_control/faults', { match: { path: '/schema/' }, kind: 'html', times: 0 });
  const down = await post(pair, ana, RIGHT);
  const page = await down.text();
  assert.equal(down.status, 503);
  assert.match(page, /<input type="hidden" name="f\.full__name" value="Ana Quispe">/);
  assert.match(page, /<button class="button primary">Intentar de nuevo<\/button>/);
});

test('a form that was submitted elsewhere is not sent again', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await pair.control(`/calls/${ana.form_id}`, {});
  await readStream(stream, ({ state }) => state === 'submitted');
  const answer = await look(await post(pair, ana, RIGHT));
  assert.match(await answer.text(), /Ya tenemos tus datos/);
  assert.equal((await collected(pair, ana)).form_posts, 0);
});

test('with handoff the page leads to the hosted form', async (t) => {
  const pair = await startPair(t, { env: { SUBMISSION_CHANNEL: 'handoff' } });
  const ana = await anybody(pair);
  const page = await (await post(pair, ana, RIGHT)).text();
  assert.ok(page.includes(`<a class="button primary" href="${ana.form_url}"`), page);
});

test('no body, a wrong one, or one that is no text is a page too, and loses nothing else', async (t) => {
  const pair = await startPair(t);
  const ana = await anybody(pair);
  const url = `${pair.url}/precandidate/${ana.person_id}/page/${ana.form_id}`;
  const send = (type: string, body: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  const form = 'application/x-www-form-urlencoded';
  assert.equal((await send(form, '')).status, 401);
  assert.equal((await send(form, 'session=%FF')).status, 400);
  assert.equal((await send('application/json', '{}')).status, 415);
  const long = await send(form, `a=${'x'.repeat(300_000)}`);
  assert.equal(long.status, 413);
  assert.match(await long.text(), /Escribiste demasiado texto/);
});

test('posts are counted per token', async (t) => {
  const pair = await startPair(t, { env: { RATE_LIMIT: '2' } });
  const ana = await anybody(pair);
  const statuses = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await post(pair, ana, WRONG)).status);
  assert.deepEqual(statuses, [422, 422, 429]);
});
