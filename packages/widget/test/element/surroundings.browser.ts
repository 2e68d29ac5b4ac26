import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { ELEMENT_EVENTS } from 'precandidate-contract';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import {
  clearFaults,
  loadWidget,
  sandbox,
  stageCandidate,
  StagedElement,
  until,
} from './stage/candidate.ts';
import type { PrecandidateFormElement } from '../../src/index.ts';
import type { StagedCandidate } from './stage/start-stage.ts';

let staged: StagedElement;
let candidate: StagedCandidate;

suiteSetup(() => loadWidget());

setup(async () => {
  candidate = await stageCandidate({ pipeline_name: 'peru_basic' });
});

teardown(async () => {
  staged.element.remove();
  document.documentElement.lang = '';
  document.documentElement.style.colorScheme = '';
  await clearFaults();
  await setViewport({ width: 390, height: 844 });
  await emulateMedia({
    colorScheme: 'light',
    forcedColors: 'none',
    reducedMotion: 'no-preference',
  });
});

function show(attributes: Record<string, string> = { session: candidate.token }): void {
  staged = new StagedElement((element) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  });
}

test('gets the session from fetchSession', async () => {
  staged = new StagedElement((element) => {
    element.fetchSession = async () => candidate.token;
  });
  await staged.reaches('ready');
});

test('gets the session from session-url', async () => {
  show({ 'session-url': `/stage/echo?token=${encodeURIComponent(candidate.token)}` });
  await staged.reaches('ready');
});

test('explains a missing session, and opens when it gets one', async () => {
  show({});
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
  staged.element.setAttribute('session', candidate.token);
  await staged.reaches('ready');
});

test('opens with a session source that is set late', async () => {
  show({});
  await staged.reaches('problem');
  staged.element.fetchSession = async () => candidate.token;
  await staged.reaches('ready');
});

test('a forged token is a problem with its own text', async () => {
  const [head, , signature] = candidate.token.split('.');
  const claims = btoa(JSON.stringify({ person_id: 'p', form_id: 'f', exp: 9e9 })).replaceAll(
    '=',
    '',
  );
  show({ session: `${head}.${claims}.${signature}` });
  await staged.reaches('problem');
  await staged.says(/El enlace no es válido/);
  await accessible(staged.element, 'session invalid');
});

test('shows a skeleton while loading, and keeps its height', async () => {
  show();
  const { updateComplete } = staged.element as unknown as { updateComplete: Promise<unknown> };
  await updateComplete;
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

test('a retry opens the form after the service was unavailable', async () => {
  // Before there is a session: the proxy asks for the schema when it makes one.
  const fault = { kind: 'status', status: 503, match: { path: '/schema/' }, times: 0 };
  await sandbox('/_control/faults', fault);
  candidate = await stageCandidate({ pipeline_name: 'peru_basic' });
  show();
  await staged.reaches('problem');
  await staged.says(/El servicio no responde/);
  await accessible(staged.element, 'service down');
  await clearFaults();
  await until(() => {
    const retry = staged.root.querySelector<HTMLButtonElement>('.card [part=retry]');
    retry?.click();
    return staged.element.state === 'ready';
  });
});

test('with channel handoff, leads to the hosted form and follows its status', async () => {
  candidate = await stageCandidate({ pipeline_name: 'peru_basic', channel: 'handoff' });
  show({ session: candidate.token, 'proxy-url': candidate.proxyUrl });
  await staged.reaches('ready');
  staged.press('Enviar');
  equal(staged.root.querySelectorAll('.error').length, 2);
  staged.fill('Número de documento', '12345678');
  staged.fill('Ciudad', 'PE LIM');
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
  show();
  await staged.reaches('ready');
  ok(staged.field('Document number'));
  staged.fill('City', 'PE LIM');
  staged.element.setAttribute('locale', 'pt-BR');
  await until(() => staged.text.includes('Cidade'));
  await until(() => staged.field('Cidade').value === 'Lima');
  equal(staged.query('.base').lang, 'pt');
  staged.element.remove();

  candidate = await stageCandidate({ pipeline_name: 'peru_basic', locale: 'pt-BR' });
  show();
  await staged.reaches('ready');
  ok(staged.field('Cidade'));
});

for (const [locale, text] of [
  ['es', 'Faltan 2 datos'],
  ['pt', 'Faltam 2 dados'],
  ['en', 'There are 2 details missing'],
] as const)
  test(`errors are accessible in ${locale}`, async () => {
    show({ session: candidate.token, locale });
    await staged.reaches('ready');
    staged.element.submit();
    match(staged.query('.summary').innerText, new RegExp(text));
    await accessible(staged.element, locale);
  });

test('fits 320 pixels, also with errors', async () => {
  await setViewport({ width: 320, height: 640 });
  show();
  await staged.reaches('ready');
  staged.element.submit();
  ok(document.documentElement.scrollWidth <= 320, `${document.documentElement.scrollWidth} wide`);
});

test('every tap target is at least 44 pixels high', async () => {
  show();
  await staged.reaches('ready');
  for (const target of staged.root.querySelectorAll('button, input, select'))
    ok(target.getBoundingClientRect().height >= 44, target.outerHTML);
});

test('a small root font of the page shrinks neither text nor targets; one property does', async () => {
  document.documentElement.style.fontSize = '62.5%';
  try {
    show();
    await staged.reaches('ready');
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
    show();
    await staged.reaches('ready');
    for (const selector of ['label', 'input', '[part=submit]']) {
      const style = getComputedStyle(staged.query(selector));
      equal(style.getPropertyValue('-webkit-text-fill-color'), style.color);
    }
  } finally {
    document.body.style.removeProperty('-webkit-text-fill-color');
  }
});

test('a translator leaves values alone, and translates labels', async () => {
  show();
  await staged.reaches('ready');
  for (const input of staged.root.querySelectorAll('input')) equal(input.translate, false);
  for (const label of staged.root.querySelectorAll('label')) equal(label.translate, true);
});

test('submits in a sandboxed frame without allow-forms', async () => {
  const { proxyUrl } = candidate;
  const frame = document.createElement('iframe');
  frame.sandbox.value = 'allow-scripts allow-same-origin';
  frame.srcdoc = `<precandidate-form session="${candidate.token}"></precandidate-form><script type="module" src="${proxyUrl}/widget.js"></script>`;
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
    show();
  }
});

test('has the colors of its style sheet in light and dark', async () => {
  show();
  await staged.reaches('ready');
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
    show();
    await staged.reaches('ready');
    staged.element.submit();
    await accessible(staged.element, JSON.stringify(media));
  });

test('stays light on a light page when the phone is in dark mode', async () => {
  await emulateMedia({ colorScheme: 'dark' });
  document.body.style.background = 'white';
  show();
  await staged.reaches('ready');
  await accessible(staged.element, 'light page');
});

test('announces a state once', async () => {
  show();
  await staged.reaches('ready');
  // An empty element with this role would be read as "status bar".
  equal(staged.root.querySelector('[role=status], output'), null);
  const live = staged.liveRegion;
  const announced: string[] = [];
  new MutationObserver(() => live.textContent && announced.push(live.textContent)).observe(live, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await sandbox(`/calls/${candidate.record.precandidate_id}`, {});
  await staged.reaches('elsewhere');
  await until(() => announced.length > 0);
  equal(announced.length, 1);
  match(announced[0] ?? '', /^Ya tenemos tus datos\. /);
});

test('events bubble out of the element and its shadow root', async () => {
  const events: string[] = [];
  const stop = new AbortController();
  for (const name of ELEMENT_EVENTS)
    document.addEventListener(name, () => events.push(name), { signal: stop.signal });
  const host = document.body.appendChild(document.createElement('div'));
  staged = new StagedElement(
    (element) => element.setAttribute('session', candidate.token),
    host.attachShadow({ mode: 'open' }),
  );
  await staged.reaches('ready');
  stop.abort();
  host.remove();
  deepEqual(events, ['precandidate-status', 'precandidate-ready']);
});

test('inside a form of the page, neither submits the other', async () => {
  const form = document.body.appendChild(document.createElement('form'));
  let submits = 0;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submits += 1;
  });
  staged = new StagedElement((element) => element.setAttribute('session', candidate.token), form);
  await staged.reaches('ready');
  staged.press('Enviar');
  equal(submits, 0);
  staged.fill('Ciudad', 'PE LIM');
  form.requestSubmit();
  equal(submits, 1);
  equal(staged.element.state, 'ready');
  form.reset();
  equal(staged.field('Ciudad').value, '');
  form.remove();
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
  try {
    show();
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

test('does not show a schema twice that arrives after a detach', async () => {
  show();
  staged.element.remove();
  document.body.append(staged.element);
  staged.element.remove();
  document.body.append(staged.element);
  await staged.reaches('ready');
  equal(staged.detailsOf('precandidate-ready').length, 1);
  equal(staged.root.querySelectorAll('form').length, 1);
});
