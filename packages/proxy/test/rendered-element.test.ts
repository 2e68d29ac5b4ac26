import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from 'precandidate-contract';
import { readStream } from '../../../tests/stage/read-stream.ts';
import {
  type Candidate,
  ORIGIN,
  type Pair,
  startPair,
  sharedPair,
} from '../../../tests/stage/pair.ts';

const pair = sharedPair();

const DATA = { document_id: '44556671', city_locode: 'PE LIM' };
const START_TAG = /^<precandidate-form session="[^"]+" proxy-url="http[^"]+\/"[^>]*>/;
const NO_SCRIPT = /<noscript>.*<\/noscript>/g;

/** The renderer starts with the first form, and a session does not wait for it. */
async function html(at: Pair, { person_id, form_id }: Candidate, locale = 'es-PE') {
  for (let tries = 0; tries < 20; tries += 1) {
    const body = { person_id, form_id, origin: ORIGIN, locale };
    const answer = await at.backend('/sessions', { body });
    const session = (await answer.json()) as Session;
    if (session.html !== undefined) return session.html;
  }
  throw new Error('the form was not rendered');
}

async function untilState(ana: Candidate, wanted: string): Promise<void> {
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  await readStream(stream, ({ state }) => state === wanted);
}

test('links to the hosted form for browsers without JavaScript, in the language of the session', async () => {
  const ana = await pair.candidate();
  const page = await html(pair, ana, 'pt-BR');
  const [link = ''] = page.match(NO_SCRIPT) ?? [];
  assert.match(link, /lang="pt".*Este formulário precisa de JavaScript/);
  assert.ok(link.includes(`href="${ana.form_url}"`), link);
});

test('the prerendered form has nowhere to navigate to', async () => {
  const page = await html(pair, await pair.candidate());
  assert.match(page, /name="f\.document__id"/);
  assert.match(page, /<form [^>]*method="dialog"/);
  assert.doesNotMatch(page, / (form)?action=/);
});

test('a submitted form renders the element without fields', async () => {
  const ana = await pair.candidate();
  await ana.submit(DATA);
  await untilState(ana, 'submitted');
  const page = await html(pair, ana);
  assert.match(page, START_TAG);
  assert.equal(page.replace(START_TAG, '').replace(NO_SCRIPT, ''), '</precandidate-form>');
  assert.doesNotMatch(page, /rendered=|44556671/);
});

test('with handoff, renders no fields', async (t) => {
  const own = await startPair(t, { env: { SUBMISSION_CHANNEL: 'handoff' } });
  const ana = await own.candidate();
  const page = await html(own, ana);
  assert.doesNotMatch(page, /<input|<form/);
  assert.ok(page.includes(`href="${ana.form_url}"`), page);
});

test('renders the fields again after the service rejected the data', async () => {
  const ana = await pair.candidate();
  await pair.control('/_control/faults', {
    match: { path: '/forms/' },
    kind: 'status',
    status: 422,
  });
  assert.equal((await ana.submit(DATA)).status, 422);
  assert.match(await html(pair, ana), /name="f\.document__id"/);
});
