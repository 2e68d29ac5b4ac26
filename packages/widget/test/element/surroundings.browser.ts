import { emulateMedia } from '@web/test-runner-commands';
import { ELEMENT_EVENTS } from 'precandidate-contract';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, ok } from './stage/assert.ts';
import { stageCandidate, StagedElement, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { addToPage, place, show } from './stage/show.ts';

let staged: StagedElement;

teardown(async () => {
  document.documentElement.style.colorScheme = '';
  await emulateMedia({ colorScheme: 'light' });
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

test('has the colors of its style sheet in light and dark', async () => {
  staged = await show();
  const colours = () => getComputedStyle(staged.query('[part=submit]')).backgroundColor;
  equal(colours(), 'rgb(11, 92, 107)');
  document.documentElement.style.colorScheme = 'dark';
  equal(colours(), 'rgb(127, 209, 222)');
  staged.element.style.setProperty('--precandidate-accent', 'rgb(1, 2, 3)');
  equal(colours(), 'rgb(1, 2, 3)');
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
  staged = await show(PERU, {}, addToPage('div').attachShadow({ mode: 'open' }));
  stop.abort();
  deepEqual(events, ['precandidate-ready', 'precandidate-status']);
});
