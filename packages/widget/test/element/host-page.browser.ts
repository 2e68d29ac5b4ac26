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
  await clearFaults();
});

function show(attributes: Record<string, string> = { session: candidate.token }): void {
  staged = new StagedElement((element) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  });
}

test('universal selectors of the page do not break the layout', async () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { all: unset }
    body { white-space: pre; text-align: center; text-transform: uppercase; letter-spacing: 9px }`);
  document.adoptedStyleSheets = [sheet];
  show();
  await staged.reaches('ready');
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
  show();
  await staged.reaches('ready');
  equal(getComputedStyle(staged.query('label')).letterSpacing, 'normal');
  document.body.style.letterSpacing = '';
});

test('a disabled fieldset makes the element inert until it is enabled', async () => {
  const fieldset = document.body.appendChild(document.createElement('fieldset'));
  fieldset.disabled = true;
  staged = new StagedElement(
    (element) => element.setAttribute('session', candidate.token),
    fieldset,
  );
  await staged.reaches('ready');
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
  const form_schema = { type: 'object', properties: { first: { type: 'string' }, names } };
  candidate = await stageCandidate({ form_schema });
  show();
  await staged.reaches('ready');
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
  show({ session: '', 'session-url': '', 'proxy-url': '' });
  await staged.reaches('problem');
  await staged.says(/Este formulario no está disponible/);
  staged.element.setAttribute('session', candidate.token);
  await staged.reaches('ready');
});

for (const wrong of ['https://', 'ftp://forms.example'])
  test(`a proxy-url like ${wrong} is one problem with its own text`, async () => {
    show({ session: candidate.token, 'proxy-url': wrong });
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
  staged = new StagedElement(
    (element) => element.setAttribute('session', candidate.token),
    host.attachShadow({ mode: 'open' }).appendChild(document.createElement('p')),
  );
  await staged.reaches('ready');
  ok(staged.field('Cidade'));
  host.remove();
});

test('switching the language keeps values, errors, and focus', async () => {
  show();
  await staged.reaches('ready');
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
  candidate = await stageCandidate({ pipeline_name: 'peru_basic', locale: 'pt-BR' });
  await sandbox(`/calls/${candidate.record.precandidate_id}`, {});
  show();
  await staged.reaches('elsewhere', 'submitted');
  await staged.says(/Seus dados|seus dados/);
  staged.element.remove();

  // Before there is a session: the proxy asks for the schema when it makes one.
  const fault = { kind: 'status', status: 503, match: { path: '/schema/' }, times: 0 };
  await sandbox('/_control/faults', fault);
  const { token } = await stageCandidate({ pipeline_name: 'peru_basic', locale: 'es-PE' });
  show({ session: token });
  await staged.reaches('problem');
  await staged.says(/El servicio no responde/);
});

test('a session for another form closes the first form at once', async () => {
  show();
  await staged.reaches('ready');
  staged.fill('Ciudad', 'PE LIM');
  const form = staged.query('form');
  const other = await stageCandidate({ pipeline_name: 'peru_basic' });
  staged.element.setAttribute('session', other.token);
  await until(() => !form.isConnected);
  await staged.reaches('ready');
  equal(staged.field('Ciudad').value, '');
});
