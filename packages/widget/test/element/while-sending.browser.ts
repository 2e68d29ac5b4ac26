import { sendKeys } from '@web/test-runner-commands';
import { deepEqual, equal } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { text } from './stage/forms.ts';
import { onRequest, show } from './stage/show.ts';
import { heading } from './stage/steps.ts';

// Between the submit and its outcome, what is being sent stays on the screen.

const NAME = { type: 'object', properties: { name: text('Nombre') }, required: ['name'] };
const STEPS = {
  'ui:options': {
    steps: [
      { title: 'Tú', fields: ['name'] },
      { title: 'Lo demás', fields: ['note'] },
    ],
  },
};

/** Submits; the response waits until the returned function is called. */
async function submitSlowly(staged: StagedElement): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  onRequest('/submission/', ({ pass }) => released.then(pass));
  staged.press('Enviar');
  await staged.reaches('checking');
  return release;
}

test('reset() does nothing', async () => {
  const staged = await show({ form_schema: NAME });
  staged.fill('Nombre', 'Ana');
  const release = await submitSlowly(staged);
  staged.element.reset();
  equal(staged.field('Nombre').value, 'Ana');
  release();
  deepEqual((await staged.received()).data, { name: 'Ana' });
});

test('a step that the Back button of the browser opens takes no input', async () => {
  const properties = { ...NAME.properties, note: text('Nota') };
  const staged = await show({ form_schema: { ...NAME, properties }, ui_schema: STEPS });
  staged.fill('Nombre', 'Ana');
  staged.press('Continuar');
  staged.fill('Nota', 'Uno');
  staged.press('Continuar');
  const release = await submitSlowly(staged);
  history.back();
  await until(() => heading(staged)?.endsWith('Lo demás') === true);
  const note = staged.field('Nota');
  note.focus();
  equal(staged.focused, note);
  await sendKeys({ type: ' Dos' });
  equal(note.value, 'Uno');
  release();
  deepEqual((await staged.received()).data, { name: 'Ana', note: 'Uno' });
});
