import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from 'precandidate-contract';
import { readStream } from './read-stream.ts';
import { type Candidate, ORIGIN, type Pair, startPair } from './start-pair.ts';

const DATA = { document_id: '44556671', city_locode: 'PE LIM' };

/** What draws starts with the first form, and a session does not wait for it: then the next one does. */
async function html(pair: Pair, { person_id, form_id }: Candidate, locale = 'es-PE') {
  for (let tries = 0; tries < 20; tries += 1) {
    const body = { person_id, form_id, origin: ORIGIN, locale };
    const answer = await pair.backend('/sessions', { body });
    const session = (await answer.json()) as Session;
    if (session.html !== undefined) return session.html;
  }
  throw new Error('nothing was drawn');
}

const ELEMENT = /^<precandidate-form session="[^"]+" proxy-url="http[^"]+\/"[^>]*>/;
const NO_SCRIPT = /<noscript>.*<\/noscript>/g;

async function untilState(ana: Candidate, wanted: string): Promise<void> {
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await readStream(stream, ({ state }) => state === wanted);
}

test('once the data is submitted, the page says so also where no script runs', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await ana.submit(DATA);
  await untilState(ana, 'submitted');
  const spoken = await html(pair, ana, 'pt-BR');
  assert.match(spoken, ELEMENT);
  assert.match(spoken, /<noscript><div><template shadowrootmode="open"><link rel="stylesheet"/);
  assert.match(spoken, /<div class="base" lang="pt" dir="ltr"><div class="card good"/);
  // The element, where there is one, tells it by itself.
  assert.equal(spoken.replace(ELEMENT, '').replace(NO_SCRIPT, ''), '</precandidate-form>');
  assert.doesNotMatch(spoken, /rendered=|44556671/);
});

test('under handoff nothing is asked that would go nowhere: there is the way to the hosted form', async (t) => {
  const pair = await startPair(t, { env: { SUBMISSION_CHANNEL: 'handoff' } });
  const ana = await pair.candidate();
  const page = await html(pair, ana);
  assert.doesNotMatch(page, /<input|<form/);
  assert.match(page, /<h2 class="title">Falta un paso<\/h2>/);
  assert.ok(page.includes(`<a class="button primary" href="${ana.form_url}"`), page);
});

test('what the service refused can be filled in again, and the page says why', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.control('/_control/faults', {
    match: { path: '/forms/' },
    kind: 'status',
    status: 422,
  });
  assert.equal((await ana.submit(DATA)).status, 422);
  const page = await html(pair, ana);
  assert.match(page, /name="f\.document__id"/);
  const [told = ''] = page.match(NO_SCRIPT) ?? [];
  assert.match(told, /El servicio no aceptó los datos/);
  assert.doesNotMatch(page.replace(NO_SCRIPT, ''), /no aceptó/);
});
