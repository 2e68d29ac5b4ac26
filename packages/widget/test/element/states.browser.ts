import { problem } from 'precandidate-contract';
import { accessible } from './stage/accessible.ts';
import { equal, match, ok } from './stage/assert.ts';
import { sandbox, stageCandidate, type StagedElement, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { place } from './stage/show.ts';

const spoken = (staged: StagedElement) => staged.liveRegion.textContent;

test('counts down to the next retry of an unreachable proxy, and announces it once', async () => {
  const ana = await stageCandidate(PERU);
  const answer = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (String(input).startsWith(ana.proxyUrl)) throw new TypeError('Failed to fetch');
    return answer(input, init);
  };
  try {
    const staged = place(ana);
    await staged.reaches('problem');
    await staged.says(/Volveremos a intentar en [45] s\./);
    const read: (string | null)[] = [];
    const watch = new MutationObserver(() => read.push(spoken(staged)));
    const status = staged.liveRegion;
    watch.observe(status, { childList: true, characterData: true, subtree: true });
    const first = spoken(staged);
    match(first ?? '', /Volveremos a intentar en \d s\./);
    await staged.says(/intentar en [123] s\./);
    equal(read.length, 0);
    await accessible(staged.element, 'tried again');
    // The first try that is made by itself fails, and nothing but the pause is another.
    await staged.says(/intentar en ([6-9]|10) s\./);
    equal(staged.element.state, 'problem');
    equal(read.length, 0);
    equal(staged.detailsOf('precandidate-problem').length, 1);
    globalThis.fetch = answer;
    document.dispatchEvent(new Event('visibilitychange'));
    await staged.reaches('ready');
    ok(!/Volveremos/.test(staged.text));
  } finally {
    globalThis.fetch = answer;
  }
});

test('the retry button keeps the focus during a countdown, and gives it to the heading when it disappears', async () => {
  const ana = await stageCandidate(PERU);
  const { fetch } = globalThis;
  let isReachable = false;
  globalThis.fetch = async (input, init) => {
    if (!String(input).startsWith(ana.proxyUrl)) return fetch(input, init);
    if (isReachable) return Response.json(problem('form-not-found'), { status: 404 });
    throw new TypeError('Failed to fetch');
  };
  try {
    const staged = place(ana);
    await staged.says(/Volveremos a intentar en \d+ s\./);
    const button = staged.query('[part=retry]');
    button.focus();
    const before = staged.text;
    await until(() => staged.text !== before);
    await staged.updated();
    equal(staged.focused, button);
    isReachable = true;
    button.click();
    await until(() => !button.isConnected);
    await staged.updated();
    equal(staged.focused, staged.query('.card .title'));
  } finally {
    globalThis.fetch = fetch;
  }
});

test('announces the call of the service beside the form and after submission', async () => {
  const ana = await stageCandidate({ pipeline_name: 'candidate_screening' });
  const staged = place(ana);
  await staged.reaches('ready');
  match(staged.text, /Te llamaremos por teléfono\s+También puedes completar tus datos aquí\./);
  await accessible(staged.element, 'a call will come');
  await sandbox(`/_control/precandidates/${ana.record.precandidate_id}/status`, {
    precandidate_status: 'SUBMITTED',
  });
  await staged.reaches('elsewhere');
  // It may be the call that has just been.
  ok(!/Te llamaremos/.test(staged.text));
});

test('says only to expect the call when there are no fields', async () => {
  const form_schema = { type: 'object', properties: {} };
  const ana = await stageCandidate({ form_schema, reports_enabled: ['candidate_screening'] });
  const staged = place(ana);
  await staged.reaches('ready');
  match(staged.text, /Te llamaremos por teléfono\s+Ten tu celular a mano\./);
  await staged.submitted();
  await staged.says(/Te llamaremos por teléfono\. Ten tu celular a mano\./);
  await until(() => /Ten tu celular/.test(spoken(staged) ?? ''));
});

test('does not mention a call when there is none', async () => {
  const staged = place(await stageCandidate(PERU));
  await staged.reaches('ready');
  ok(!/llamaremos/.test(staged.text));
});
