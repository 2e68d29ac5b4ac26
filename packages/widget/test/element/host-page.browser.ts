import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { sandbox, stageCandidate, type StagedElement, until } from './stage/candidate.ts';
import { formOf, PERU, text } from './stage/forms.ts';
import { place, show } from './stage/show.ts';

let staged: StagedElement;

test('universal selectors of the page do not break the layout', async () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { all: unset }
    body { white-space: pre; text-align: center; text-transform: uppercase; letter-spacing: 9px }`);
  document.adoptedStyleSheets = [sheet];
  staged = await show();
  const base = getComputedStyle(staged.query('.base'));
  const { display, textAlign, textTransform, whiteSpace } = base;
  document.adoptedStyleSheets = [];
  deepEqual(
    { display, textAlign, textTransform, whiteSpace },
    {
      display: 'block',
      textAlign: 'start',
      textTransform: 'none',
      whiteSpace: 'normal',
    },
  );
});

test('letter spacing of the page does not reach the form', async () => {
  document.body.style.letterSpacing = '9px';
  staged = await show();
  equal(getComputedStyle(staged.query('label')).letterSpacing, 'normal');
  document.body.style.letterSpacing = '';
});

test('a disabled fieldset makes the element inert until it is enabled', async () => {
  const fieldset = document.body.appendChild(document.createElement('fieldset'));
  fieldset.disabled = true;
  staged = await show(PERU, {}, fieldset);
  staged.field('Ciudad').focus();
  equal(staged.focused, null);
  fieldset.disabled = false;
  await until(() => !staged.query('.base').inert);
  staged.field('Ciudad').focus();
  equal(staged.focused, staged.field('Ciudad'));
  fieldset.remove();
});

test('removing a list entry does not focus the first field', async () => {
  const names = { type: 'array', title: 'Names', items: { type: 'string' } };
  staged = await show(formOf({ first: text('First'), names }));
  staged.query('[part=add]').click();
  await until(() => staged.root.querySelector('[part=remove]') !== null);
  const remove = staged.query('[part=remove]');
  remove.focus();
  const focused: unknown[] = [];
  staged.root.addEventListener('focusin', ({ target }) => focused.push(target));
  remove.click();
  await until(() => !remove.isConnected);
  ok(!focused.includes(staged.query('input')));
  staged.element.focus();
  equal(staged.focused, staged.query('input'));
});

test('empty attributes count as absent', async () => {
  const candidate = await stageCandidate(PERU);
  staged = place(candidate, { session: '', 'session-url': '', 'proxy-url': '' });
  await staged.reaches('problem');
  await staged.says(/Este formulario no está disponible/);
  staged.element.setAttribute('session', candidate.token);
  await staged.reaches('ready');
});

for (const wrong of ['https://', 'ftp://forms.example'])
  test(`a proxy-url like ${wrong} is one problem with its own text`, async () => {
    const candidate = await stageCandidate(PERU);
    staged = place(candidate, { 'proxy-url': wrong });
    await staged.reaches('problem');
    await staged.says(/Este formulario no está disponible/);
    const types = staged.detailsOf('precandidate-problem').map(({ type }) => type);
    deepEqual(types, ['urn:precandidate:problem:proxy-url-invalid']);
    staged.element.setAttribute('proxy-url', candidate.proxyUrl);
    await staged.reaches('ready');
  });

test('finds the nearest lang across shadow roots', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  host.lang = 'pt';
  const root = host.attachShadow({ mode: 'open' });
  staged = await show(PERU, {}, root.appendChild(document.createElement('p')));
  ok(staged.field('Cidade'));
  host.remove();
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
  await sandbox(`/calls/${candidate.record.precandidate_id}`, {});
  staged = place(candidate);
  await staged.reaches('elsewhere', 'submitted');
  await staged.says(/Seus dados|seus dados/);
  staged.element.remove();

  // Before there is a session: the proxy asks for the schema when it makes one.
  const fault = { kind: 'status', status: 503, match: { path: '/schema/' }, times: 0 };
  await sandbox('/_control/faults', fault);
  staged = place(await stageCandidate({ ...PERU, locale: 'es-PE' }));
  await staged.reaches('problem');
  await staged.says(/El servicio no responde/);
});
