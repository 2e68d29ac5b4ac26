import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import {
  completeCall,
  serviceFails,
  stageCandidate,
  type StagedElement,
  until,
} from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { addToPage, place, show } from './stage/show.ts';

let staged: StagedElement;

teardown(() => {
  document.adoptedStyleSheets = [];
});

test('universal selectors of the page do not break the layout', async () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { all: unset }
    body { white-space: pre; text-align: center; text-transform: uppercase; letter-spacing: 9px }`);
  document.adoptedStyleSheets = [sheet];
  staged = await show();
  const { display, textAlign, textTransform, whiteSpace } = getComputedStyle(staged.query('.base'));
  deepEqual([display, textAlign, textTransform, whiteSpace], ['block', 'start', 'none', 'normal']);
});

test('letter spacing of the page does not reach the form', async () => {
  document.body.style.letterSpacing = '9px';
  staged = await show();
  equal(getComputedStyle(staged.query('label')).letterSpacing, 'normal');
  document.body.style.letterSpacing = '';
});

test('a disabled fieldset makes the element inert and valid until it is enabled', async () => {
  const fieldset = addToPage('fieldset');
  fieldset.disabled = true;
  staged = await show(PERU, { required: '' }, fieldset);
  staged.field('Ciudad').focus();
  equal(staged.focused, null);
  ok(!staged.element.willValidate && staged.element.checkValidity());
  fieldset.disabled = false;
  await until(() => !staged.query('.base').inert);
  staged.field('Ciudad').focus();
  equal(staged.focused, staged.field('Ciudad'));
  ok(!staged.element.checkValidity());
});

test('keeps its styles in another document, and back in its own', async () => {
  staged = await show();
  const color = () => getComputedStyle(staged.query('[part=submit]')).backgroundColor;
  const atFirst = color();
  addToPage('iframe').contentDocument?.body.append(staged.element);
  equal(color(), atFirst);
  document.body.append(staged.element);
  equal(color(), atFirst);
});

test('finds the nearest lang across shadow roots', async () => {
  const host = addToPage('div');
  host.lang = 'pt';
  const root = host.attachShadow({ mode: 'open' });
  staged = await show(PERU, {}, root.appendChild(document.createElement('p')));
  ok(staged.field('Cidade'));
});

test('switching the language keeps values, errors, and focus', async () => {
  staged = await show();
  staged.fill('Ciudad', 'PE LIM');
  staged.press('Enviar');
  const field = staged.field('Número de documento');
  field.focus();
  staged.element.setAttribute('locale', 'en');
  await staged.says(/Document number/);
  equal(staged.focused, field);
  await until(() => staged.field('City').value === 'Lima');
  match(staged.query('.summary').innerText, /There is .*\s+Enter your document number/);
  equal(staged.root.querySelectorAll('.error').length, 1);
  await accessible(staged.element, 'translated');
});

test('shows status views in the language of the session, not of the page', async () => {
  document.documentElement.lang = 'en';
  const candidate = await stageCandidate({ ...PERU, locale: 'pt-BR' });
  await completeCall(candidate);
  staged = place(candidate);
  await staged.reaches('elsewhere', 'submitted');
  await staged.says(/Seus dados|seus dados/);
  staged.element.remove();

  // Before there is a session: the proxy asks for the schema when it makes one.
  await serviceFails('/schema/', 503);
  staged = place(await stageCandidate({ ...PERU, locale: 'es-PE' }));
  await staged.reaches('problem');
  await staged.says(/No podemos continuar en este momento/);
});
