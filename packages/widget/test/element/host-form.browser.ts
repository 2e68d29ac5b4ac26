import { sendKeys } from '@web/test-runner-commands';
import type { PrecandidateFormElement } from '../../src/index.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { completeCall, stageCandidate } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { place, show, type Shown } from './stage/show.ts';

let staged: Shown;
let form: HTMLFormElement;
let submits: [string, string][][];

setup(() => {
  submits = [];
  form = document.createElement('form');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submits.push([...new FormData(form)] as [string, string][]);
  });
  document.body.append(form);
});

teardown(() => form.remove());

async function open(isRequired = false, parent: Element = form): Promise<void> {
  const setUp = (element: PrecandidateFormElement) => {
    element.name = 'precandidate_id';
    element.required = isRequired;
  };
  staged = await show(PERU, setUp, parent);
}

test('the surrounding form sends the precandidate id once the service has the data', async () => {
  await open();
  staged.fill('Número de documento', '12345678');
  form.requestSubmit();
  staged.fill('Ciudad', 'PE LIM');
  staged.press('Enviar');
  await staged.reaches('sent', 'submitted');
  form.requestSubmit();
  deepEqual(submits, [[], [['precandidate_id', staged.candidate.record.precandidate_id]]]);
});

test('data collected elsewhere counts too, and a session for another form starts again', async () => {
  await open(true);
  await completeCall(staged.candidate);
  await staged.reaches('elsewhere');
  ok(staged.element.checkValidity());
  equal(new FormData(form).get('precandidate_id'), staged.candidate.record.precandidate_id);
  staged.element.session = (await stageCandidate(PERU)).token;
  await staged.reaches('ready');
  ok(!staged.element.checkValidity());
  deepEqual([...new FormData(form)], []);
});

test('has the properties of any field, and is valid without `required`', async () => {
  await open();
  equal(staged.element.form, form);
  equal(staged.element.type, 'precandidate-form');
  equal(form.elements.namedItem('precandidate_id'), staged.element);
  ok(staged.element.willValidate);
  ok(staged.element.validity.valid);
  equal(staged.element.validationMessage, '');
  staged.element.required = true;
  await staged.updated();
  ok(staged.element.validity.valueMissing);
  ok(staged.element.hasAttribute('required'));
});

test('a required element blocks the surrounding form and leads to its button', async () => {
  await open(true);
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
  staged = place(
    await stageCandidate(PERU),
    (element) => {
      element.required = true;
      element.session = 'no token';
    },
    form,
  );
  await staged.updated();
  form.requestSubmit();
  equal(submits.length, 0);
  equal(staged.focused, staged.query('.skeleton'));
  await staged.says(/Este formulario no está disponible/);
  form.requestSubmit();
  equal(submits.length, 0);
  equal(staged.focused, staged.query('.card .title'));
});

test('Enter in a field of the element submits only the element', async () => {
  await open();
  form.append(document.createElement('button'));
  staged.field('Ciudad').focus();
  await sendKeys({ press: 'Enter' });
  ok(staged.query('.summary'));
  equal(submits.length, 0);
});

test('Enter in a field of the page submits only the form of the page', async () => {
  await open();
  const input = document.createElement('input');
  form.append(input, document.createElement('button'));
  input.focus();
  await sendKeys({ press: 'Enter' });
  equal(submits.length, 1);
  equal(staged.root.querySelector('.summary'), null);
  deepEqual(staged.detailsOf('precandidate-invalid'), []);
});

test('a reset of the surrounding form resets the fields', async () => {
  await open();
  staged.fill('Ciudad', 'PE LIM');
  form.reset();
  equal(staged.field('Ciudad').value, '');
});
