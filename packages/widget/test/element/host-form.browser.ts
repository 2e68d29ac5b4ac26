import { sendKeys } from '@web/test-runner-commands';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import {
  clearFaults,
  loadWidget,
  sandbox,
  stageCandidate,
  StagedElement,
} from './stage/candidate.ts';
import type { StagedCandidate } from './stage/start-stage.ts';

let staged: StagedElement;
let candidate: StagedCandidate;
let form: HTMLFormElement;
let submits: [string, string][][];

suiteSetup(() => loadWidget());

setup(async () => {
  candidate = await stageCandidate({ pipeline_name: 'peru_basic' });
  submits = [];
  form = document.createElement('form');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submits.push([...new FormData(form)] as [string, string][]);
  });
  document.body.append(form);
});

teardown(async () => {
  form.remove();
  await clearFaults();
});

async function show(isRequired = false, parent: Element = form): Promise<void> {
  staged = new StagedElement((element) => {
    element.name = 'precandidate_id';
    element.required = isRequired;
    element.session = candidate.token;
  }, parent);
  await staged.reaches('ready');
}

test('the surrounding form sends the precandidate id once the service has the data', async () => {
  await show();
  staged.fill('Número de documento', '12345678');
  form.requestSubmit();
  staged.fill('Ciudad', 'PE LIM');
  staged.press('Enviar');
  await staged.reaches('sent', 'submitted');
  form.requestSubmit();
  deepEqual(submits, [[], [['precandidate_id', candidate.record.precandidate_id]]]);
});

test('data collected elsewhere counts too, and a session for another form starts again', async () => {
  await show(true);
  await sandbox(`/calls/${candidate.record.precandidate_id}`, {});
  await staged.reaches('elsewhere');
  ok(staged.element.checkValidity());
  equal(new FormData(form).get('precandidate_id'), candidate.record.precandidate_id);
  candidate = await stageCandidate({ pipeline_name: 'peru_basic' });
  staged.element.session = candidate.token;
  await staged.reaches('ready');
  ok(!staged.element.checkValidity());
  deepEqual([...new FormData(form)], []);
});

test('without `required` it is always valid', async () => {
  await show();
  ok(staged.element.willValidate);
  ok(staged.element.validity.valid);
  equal(staged.element.validationMessage, '');
  staged.element.required = true;
  await staged.updated();
  ok(staged.element.validity.valueMissing);
  ok(staged.element.hasAttribute('required'));
});

test('a required element blocks the surrounding form and leads to its button', async () => {
  await show(true);
  let invalid = 0;
  staged.element.addEventListener('invalid', () => (invalid += 1));
  form.requestSubmit();
  equal(submits.length, 0);
  equal(invalid, 1);
  equal(staged.focused, staged.query('[part=submit]'));
  match(staged.element.validationMessage, /^Antes de continuar, envía/);
  staged.element.setAttribute('locale', 'en');
  await staged.says(/Document number/);
  match(staged.element.validationMessage, /^Before you continue/);
});

test('a required element blocks the surrounding form while it loads and when it fails', async () => {
  staged = new StagedElement((element) => {
    element.required = true;
    element.session = 'no token';
  }, form);
  await staged.updated();
  form.requestSubmit();
  equal(submits.length, 0);
  equal(staged.focused, staged.query('.skeleton'));
  await staged.says(/Este formulario no está disponible/);
  form.requestSubmit();
  equal(submits.length, 0);
  equal(staged.focused, staged.query('.card .title'));
});

test('a disabled fieldset makes the element valid and leaves out its value', async () => {
  const fieldset = form.appendChild(document.createElement('fieldset'));
  fieldset.disabled = true;
  await show(true, fieldset);
  ok(!staged.element.willValidate);
  form.requestSubmit();
  deepEqual(submits, [[]]);
});

test('has the form properties of any field', async () => {
  await show();
  const { element } = staged;
  equal(element.form, form);
  equal(element.type, 'precandidate-form');
  equal(form.elements.namedItem('precandidate_id'), element);
  element.name = '';
  await staged.updated();
  ok(!element.hasAttribute('name'));
});

test('Enter in a field of the element submits only the element', async () => {
  await show();
  form.append(document.createElement('button'));
  staged.field('Ciudad').focus();
  await sendKeys({ press: 'Enter' });
  ok(staged.query('.summary'));
  equal(submits.length, 0);
});

test('Enter in a field of the page submits only the form of the page', async () => {
  await show();
  const input = document.createElement('input');
  form.append(input, document.createElement('button'));
  input.focus();
  await sendKeys({ press: 'Enter' });
  equal(submits.length, 1);
  equal(staged.root.querySelector('.summary'), null);
  deepEqual(staged.detailsOf('precandidate-invalid'), []);
});

test('a reset of the surrounding form resets the fields', async () => {
  await show();
  staged.fill('Ciudad', 'PE LIM');
  form.reset();
  equal(staged.field('Ciudad').value, '');
});
