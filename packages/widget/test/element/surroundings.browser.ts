import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { ELEMENT_EVENTS } from 'precandidate-contract';
import type { PrecandidateFormElement } from '../../src/index.ts';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { sandbox, stageCandidate, StagedElement, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { fillPeru, place, show } from './stage/show.ts';

let staged: StagedElement;

teardown(async () => {
  document.documentElement.style.colorScheme = '';
  await setViewport({ width: 390, height: 844 });
  await emulateMedia({
    colorScheme: 'light',
    forcedColors: 'none',
    reducedMotion: 'no-preference',
  });
});

for (const source of ['fetchSession', 'session-url'])
  test(`gets the session from ${source}`, async () => {
    const { token } = await stageCandidate(PERU);
    staged = new StagedElement((element) => {
      if (source === 'fetchSession') element.fetchSession = async () => token;
      else element.setAttribute(source, `/stage/echo?token=${encodeURIComponent(token)}`);
    });
    await staged.reaches('ready');
  });

test('explains a missing session, and opens when it gets one', async () => {
  staged = new StagedElement(() => {});
  await staged.reaches('problem');
  await staged.says(/Este formulario no está disponible/);
  deepEqual(staged.detailsOf('precandidate-problem'), [
    {
      type: 'urn:precandidate:problem:session-missing',
      title: 'The element has no session',
      status: 0,
      retryable: false,
    },
  ]);
  await accessible(staged.element, 'no session');
  staged.element.setAttribute('session', (await stageCandidate(PERU)).token);
  await staged.reaches('ready');
});

test('a forged token is a problem with its own text', async () => {
  const candidate = await stageCandidate(PERU);
  const [head, , signature] = candidate.token.split('.');
  const claims = btoa(JSON.stringify({ person_id: 'p', form_id: 'f', exp: 9e9 })).replaceAll(
    '=',
    '',
  );
  staged = place(candidate, { session: `${head}.${claims}.${signature}` });
  await staged.reaches('problem');
  await staged.says(/El enlace no es válido/);
  await accessible(staged.element, 'session invalid');
});

test('shows a skeleton while loading, and keeps its height', async () => {
  staged = place(await stageCandidate(PERU));
  await staged.updated();
  equal(staged.element.state, 'loading');
  ok(staged.element.matches(':state(loading)'));
  await accessible(staged.element, 'loading');
  const before = staged.element.offsetHeight;
  await staged.reaches('ready');
  const after = staged.element.offsetHeight;
  ok(Math.abs(after / before - 1) < 0.3, `${before} px become ${after}`);
  ok(!staged.element.matches(':state(loading)'));
  ok(staged.query('.skeleton').hidden);
});

test('with channel handoff, leads to the hosted form and follows its status', async () => {
  const candidate = await stageCandidate({ ...PERU, channel: 'handoff' });
  staged = place(candidate, { 'proxy-url': candidate.proxyUrl });
  await staged.reaches('ready');
  staged.press('Enviar');
  equal(staged.root.querySelectorAll('.error').length, 2);
  fillPeru(staged);
  staged.press('Enviar');
  await staged.reaches('handed-off');
  const link = staged.query<HTMLAnchorElement>('.card a');
  equal(link.href, candidate.record.form_url);
  equal(link.rel, 'noopener noreferrer');
  await accessible(staged.element, 'handed off');
  await sandbox(`/calls/${candidate.record.precandidate_id}`, {});
  await staged.reaches('elsewhere');
});

test('takes the language from the attribute, the session, and the page, in this order', async () => {
  document.documentElement.lang = 'en';
  staged = await show();
  ok(staged.field('Document number'));
  staged.fill('City', 'PE LIM');
  staged.element.setAttribute('locale', 'pt-BR');
  await until(() => staged.text.includes('Cidade'));
  await until(() => staged.field('Cidade').value === 'Lima');
  equal(staged.query('.base').lang, 'pt');
  staged.element.remove();

  staged = await show({ ...PERU, locale: 'pt-BR' });
  ok(staged.field('Cidade'));
});

for (const [locale, text] of [
  ['es', 'Faltan 2 datos'],
  ['pt', 'Faltam 2 dados'],
  ['en', 'There are 2 details missing'],
] as const)
  test(`errors are accessible in ${locale}`, async () => {
    staged = await show(PERU, { locale });
    staged.element.submit();
    match(staged.query('.summary').innerText, new RegExp(text));
    await accessible(staged.element, locale);
  });

test('fits 320 pixels, also with errors', async () => {
  await setViewport({ width: 320, height: 640 });
  staged = await show();
  staged.element.submit();
  ok(document.documentElement.scrollWidth <= 320, `${document.documentElement.scrollWidth} wide`);
});

test('every tap target is at least 44 pixels high', async () => {
  staged = await show();
  for (const target of staged.root.querySelectorAll('button, input, select'))
    ok(target.getBoundingClientRect().height >= 44, target.outerHTML);
});

test('a small root font of the page shrinks neither text nor targets; one property does', async () => {
  document.documentElement.style.fontSize = '62.5%';
  try {
    staged = await show();
    const { fontSize } = getComputedStyle(staged.query('input'));
    equal(fontSize, '16px');
    for (const target of staged.root.querySelectorAll('input, button'))
      ok(target.getBoundingClientRect().height >= 44, target.outerHTML);
    staged.element.style.setProperty('--precandidate-base-size', '14px');
    equal(getComputedStyle(staged.query('input')).fontSize, '14px');
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test('text that the page fills with nothing stays readable', async () => {
  document.body.style.setProperty('-webkit-text-fill-color', 'transparent');
  try {
    staged = await show();
    for (const selector of ['label', 'input', '[part=submit]']) {
      const style = getComputedStyle(staged.query(selector));
      equal(style.getPropertyValue('-webkit-text-fill-color'), style.color);
    }
  } finally {
    document.body.style.removeProperty('-webkit-text-fill-color');
  }
});

test('a translator leaves values alone, and translates labels', async () => {
  staged = await show();
  for (const input of staged.root.querySelectorAll('input')) equal(input.translate, false);
  for (const label of staged.root.querySelectorAll('label')) equal(label.translate, true);
});

test('submits in a sandboxed frame without allow-forms', async () => {
  const { proxyUrl, token } = await stageCandidate(PERU);
  const frame = document.createElement('iframe');
  frame.sandbox.value = 'allow-scripts allow-same-origin';
  frame.srcdoc = `<precandidate-form session="${token}"></precandidate-form><script type="module" src="${proxyUrl}/widget.js"></script>`;
  document.body.append(frame);
  try {
    const root = () =>
      frame.contentDocument?.querySelector('precandidate-form:defined')?.shadowRoot ?? undefined;
    const button = () => root()?.querySelector<HTMLButtonElement>('[part=submit]') ?? undefined;
    const isReady = () =>
      (root()?.host as PrecandidateFormElement | undefined)?.state === 'ready' &&
      button() !== undefined;
    await until(isReady);
    button()?.click();
    await until(() => root()?.querySelector('.summary') !== null);
  } finally {
    frame.remove();
  }
});

test('has the colors of its style sheet in light and dark', async () => {
  staged = await show();
  const colours = () => getComputedStyle(staged.query('[part=submit]')).backgroundColor;
  equal(colours(), 'rgb(11, 92, 107)');
  document.documentElement.style.colorScheme = 'dark';
  equal(colours(), 'rgb(127, 209, 222)');
  staged.element.style.setProperty('--precandidate-accent', 'rgb(1, 2, 3)');
  equal(colours(), 'rgb(1, 2, 3)');
});

for (const media of [
  { colorScheme: 'dark' },
  { forcedColors: 'active' },
  { reducedMotion: 'reduce' },
] as const)
  test(`is accessible with ${JSON.stringify(media)}`, async () => {
    await emulateMedia(media);
    document.documentElement.style.colorScheme = 'light dark';
    document.body.style.background = 'Canvas';
    staged = await show();
    staged.element.submit();
    await accessible(staged.element, JSON.stringify(media));
  });

test('stays light on a light page when the phone is in dark mode', async () => {
  await emulateMedia({ colorScheme: 'dark' });
  document.body.style.background = 'white';
  staged = await show();
  await accessible(staged.element, 'light page');
});

test('events bubble out of the element and its shadow root', async () => {
  const events: string[] = [];
  const stop = new AbortController();
  for (const name of ELEMENT_EVENTS)
    document.addEventListener(name, () => events.push(name), { signal: stop.signal });
  const host = document.body.appendChild(document.createElement('div'));
  staged = await show(PERU, {}, host.attachShadow({ mode: 'open' }));
  stop.abort();
  host.remove();
  deepEqual(events, ['precandidate-status', 'precandidate-ready']);
});

test('a removed element does not wait for its form', async () => {
  const { setTimeout } = globalThis;
  const pauses: unknown[] = [];
  globalThis.setTimeout = ((...timer: Parameters<typeof setTimeout>) => {
    pauses.push(timer[1]);
    return setTimeout(...timer);
  }) as typeof setTimeout;
  // The time after which a form that still loads counts as unreachable.
  const isWaiting = () => pauses.includes(10_000);
  const candidate = await stageCandidate(PERU);
  try {
    staged = place(candidate);
    staged.element.remove();
    await staged.updated();
    equal(isWaiting(), false);
    document.body.append(staged.element);
    await staged.updated();
    equal(isWaiting(), true);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
});
