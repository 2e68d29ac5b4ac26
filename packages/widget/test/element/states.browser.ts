import { sendKeys } from '@web/test-runner-commands';
import { problem } from 'precandidate-contract';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import {
  clearFaults,
  serviceFails,
  stageCandidate,
  type StagedElement,
  until,
} from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { fillPeru, onRequest, place, setOnline, show, unreachable } from './stage/show.ts';

const spoken = (staged: StagedElement) => staged.liveRegion.textContent;
const retryButton = (staged: StagedElement) => staged.query('[part=retry]');

test('counts down to the next retry of an unreachable proxy, announces it once, and keeps the focus', async () => {
  const ana = await stageCandidate(PERU);
  const reconnect = onRequest(ana.proxyUrl, unreachable);
  const staged = place(ana);
  await staged.reaches('problem');
  await staged.says(/Lo intentaremos de nuevo en [45] segundos\./);
  match(spoken(staged), /Lo intentaremos de nuevo en \d segundos?\./);
  const read: (string | null)[] = [];
  const watch = new MutationObserver(() => read.push(spoken(staged)));
  watch.observe(staged.liveRegion, { childList: true, characterData: true, subtree: true });
  const button = retryButton(staged);
  button.focus();
  await staged.says(/de nuevo en [123] segundos?\./);
  await accessible(staged.element, 'tried again');
  // The first retry that is made by itself fails, and nothing but the pause is another.
  await staged.says(/de nuevo en ([6-9]|10) segundos\./);
  equal(staged.element.state, 'problem');
  equal(staged.focused, button);
  deepEqual(read, []);
  equal(staged.detailsOf('precandidate-problem').length, 1);
  reconnect();
  document.dispatchEvent(new Event('visibilitychange'));
  await staged.reaches('ready');
  ok(!/Lo intentaremos/.test(staged.text));
});

test('a retry button that disappears gives the focus to the heading', async () => {
  const ana = await stageCandidate(PERU);
  const reconnect = onRequest(ana.proxyUrl, unreachable);
  const staged = place(ana);
  await staged.says(/Lo intentaremos de nuevo en \d+ segundos?\./);
  const button = retryButton(staged);
  button.focus();
  reconnect();
  onRequest(ana.proxyUrl, async () => Response.json(problem('form-not-found'), { status: 404 }));
  button.click();
  await until(() => !button.isConnected);
  await staged.updated();
  equal(staged.focused, staged.query('.card .title'));
});

test('offline: after the first key of an edit, only a new press submits', async () => {
  const submits: string[] = [];
  onRequest('/submission/', ({ body, pass }) => {
    submits.push(body);
    return pass();
  });
  const reconnect = onRequest('/submission/', unreachable);
  const staged = await show();
  fillPeru(staged);
  setOnline(false);
  staged.press('Enviar');
  await staged.reaches('offline');
  await staged.says(/Se enviarán en cuanto vuelva la conexión/);
  staged.field('Número de documento').focus();
  await sendKeys({ press: '9' });
  await staged.says(/Envíalas cuando vuelva la conexión/);
  await until(() => spoken(staged).includes('Envíalas cuando vuelva la conexión'));
  reconnect();
  setOnline(true);
  await staged.reaches('ready');
  document.dispatchEvent(new Event('visibilitychange'));
  await staged.updated();
  deepEqual(submits, []);
  staged.press('Enviar');
  await staged.reaches('submitted');
  equal(submits.length, 1);
  ok(submits[0]?.includes('123456789'));
});

test('says only to expect the call when there are no fields', async () => {
  const form_schema = { type: 'object', properties: {} };
  const ana = await stageCandidate({ form_schema, reports_enabled: ['candidate_screening'] });
  const staged = place(ana);
  await staged.reaches('ready');
  match(staged.text, /Te llamaremos por teléfono\s+Ten tu celular a mano\./);
  await staged.submitted();
  await staged.says(
    /Tus datos quedaron confirmados\s+Ahora te llamaremos: ten tu celular a mano\./,
  );
  await until(() => /ten tu celular/.test(spoken(staged)));
  ok(!/No tienes que hacer nada más/.test(staged.text));
});

test('each card gives the focus to a heading of its own, and announces only its text', async () => {
  const announced = () =>
    [...staged.liveRegion.childNodes].find((node) => node instanceof Text && node.data !== '');
  const staged = await show();
  fillPeru(staged);
  await serviceFails('/v3/precandidate/', 503);
  staged.query('[part=submit]').focus();
  staged.press('Enviar');
  await staged.reaches('sent');
  const title = staged.query('.card .title');
  equal(staged.focused, title);
  const text = announced();
  match(text?.nodeValue ?? '', /^La confirmación puede tardar/);
  await clearFaults();
  await staged.reaches('submitted');
  equal(title.isConnected, false);
  equal(staged.focused, staged.query('.card .title'));
  equal(staged.focused?.textContent, '¡Listo!');
  equal(text?.isConnected, false);
  match(announced()?.nodeValue ?? '', /^Tus datos quedaron confirmados/);
});

test('removes the confirmed data from the page even if the browser draws no frames', async () => {
  const staged = await show();
  fillPeru(staged);
  const form = staged.query('#form-app');
  const { promise: emptied, resolve } = Promise.withResolvers<void>();
  new MutationObserver(() => {
    if (form.childElementCount === 0) resolve();
  }).observe(form, { childList: true });
  const { requestAnimationFrame } = globalThis;
  globalThis.requestAnimationFrame = () => 0;
  try {
    staged.query('[part=submit]').focus();
    staged.press('Enviar');
    await emptied;
  } finally {
    globalThis.requestAnimationFrame = requestAnimationFrame;
  }
  equal(form.hidden, true);
  equal(staged.focused, staged.query('.card .title'));
});

test('a form that breaks as soon as it is open shows a text, and another session opens it again', async () => {
  const staged = place(await stageCandidate(PERU), (element) => {
    const removeNodes = () => {
      // React does not find the nodes that it wants to replace.
      element.shadowRoot?.querySelector('form')?.remove();
      element.reset();
    };
    element.addEventListener('precandidate-ready', removeNodes, { once: true });
  });
  await staged.reaches('problem');
  await staged.says(/No podemos mostrar el formulario\s+El problema es nuestro/);
  equal(staged.detailsOf('precandidate-problem').length, 1);
  equal(staged.query<HTMLAnchorElement>('.card [part=open]').target, '_blank');
  document.dispatchEvent(new Event('visibilitychange'));
  await staged.updated();
  equal(staged.element.state, 'problem');
  staged.element.session = null;
  staged.element.session = staged.candidate.token;
  await staged.reaches('ready');
  ok(staged.field('Ciudad'));
});

test('an element that is replaced while it submits knows the data as its own', async () => {
  const first = await show();
  fillPeru(first);
  const { promise, resolve } = Promise.withResolvers<void>();
  onRequest('/submission/', async ({ pass }) => {
    const response = await pass();
    await promise;
    return response;
  });
  first.press('Enviar');
  await first.reaches('checking');
  const second = place(first.candidate);
  await second.reaches('ready', 'sending', 'sent', 'submitted', 'elsewhere');
  first.element.remove();
  resolve();
  await until(() => {
    // Ends its pause between two polls: the first element had the status stream.
    document.dispatchEvent(new Event('visibilitychange'));
    return ['submitted', 'elsewhere'].includes(second.element.state);
  });
  equal(second.element.state, 'submitted');
});
