import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { equal, match, ok } from './stage/assert.ts';
import { stageCandidate, until } from './stage/candidate.ts';
import { formOf, PERU, text } from './stage/forms.ts';
import { addToPage, afterTest, fillPeru, onRequest, place, show } from './stage/show.ts';

// The focus stays with the person: nothing that comes late takes it from another field of the page.

function refusal(): Response {
  const errors = [{ pointer: '/document_id', keyword: 'pattern', detail: 'Not so' }];
  const type = 'urn:precandidate:problem:validation-failed';
  return Response.json({ type, errors }, { status: 422 });
}

/** Answers the submit with errors once the test says so. */
function refuseLater(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  onRequest('/submission/', () => promise.then(refusal));
  return resolve;
}

test('a late 422 leaves the focus in the field outside that the candidate types in, and is announced', async () => {
  const outside = addToPage('input');
  const staged = await show();
  fillPeru(staged);
  const answer = refuseLater();
  staged.press('Enviar');
  await staged.reaches('checking');
  outside.focus();
  await sendKeys({ type: 'Mi ' });
  answer();
  await until(() => staged.root.querySelector('.summary') !== null);
  await staged.reaches('ready');
  await sendKeys({ type: 'nota' });
  equal(document.activeElement, outside);
  equal(outside.value, 'Mi nota');
  match(staged.liveRegion.textContent, /1 dato|un dato|Hay/i);
  staged.element.setAttribute('locale', 'en');
  await until(() => /There is|1 /.test(staged.liveRegion.textContent));
});

test('a late 422 moves the focus from the button to the summary', async () => {
  const staged = await show();
  fillPeru(staged);
  const answer = refuseLater();
  staged.query('[part=submit]').focus();
  staged.press('Enviar');
  await staged.reaches('checking');
  answer();
  await until(() => staged.focused === staged.root.querySelector('.summary'));
  equal(staged.liveRegion.textContent, '');
});

test('the end of a file’s reading leaves the focus in the field outside', async () => {
  const outside = addToPage('textarea');
  const cv = { type: 'string', format: 'data-url', title: 'CV' };
  const staged = await show(formOf({ cv, name: text('Nombre') }, { required: ['cv', 'name'] }));
  const { readAsDataURL } = FileReader.prototype;
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  FileReader.prototype.readAsDataURL = function hold(file) {
    void isAllowed.then(() => readAsDataURL.call(this, file));
  };
  afterTest(() => void (FileReader.prototype.readAsDataURL = readAsDataURL));
  staged.chooseFiles([new File(['x'], 'cv.txt', { type: 'text/plain' })]);
  staged.press('Enviar');
  outside.focus();
  allow();
  await until(() => staged.root.querySelector('.summary') !== null);
  await staged.updated();
  equal(document.activeElement, outside);
});

test('focus() while the form loads ends in the form', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onRequest('/bootstrap', async ({ pass }) => promise.then(pass));
  const staged = place(await stageCandidate(PERU));
  await staged.updated();
  staged.element.focus();
  equal(staged.focused, staged.query('.skeleton'));
  resolve();
  await staged.reaches('ready');
  await until(() => staged.focused === staged.field('Número de documento'));
});

test('focus() while the form loads does not take the focus back from another field', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onRequest('/bootstrap', async ({ pass }) => promise.then(pass));
  const outside = addToPage('input');
  const staged = place(await stageCandidate(PERU));
  await staged.updated();
  staged.element.focus();
  outside.focus();
  resolve();
  await staged.reaches('ready');
  await staged.updated();
  equal(document.activeElement, outside);
});

test('a click on a label of the page focuses the form, and leaves the field that has the focus', async () => {
  const label = addToPage('label');
  label.textContent = 'Tus datos';
  label.htmlFor = 'form-of-the-page';
  const staged = await show(PERU, { id: 'form-of-the-page' });
  const { x, y, width, height } = label.getBoundingClientRect();
  const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  await sendMouse({ type: 'click', position });
  equal(staged.focused, staged.field('Número de documento'));
  staged.field('Ciudad').focus();
  staged.query('.base').click();
  equal(staged.focused, staged.field('Ciudad'));
  staged.field('Ciudad').blur();
  staged.query('.base').click();
  ok(staged.focused === null, 'a click inside is none on the label');
});
