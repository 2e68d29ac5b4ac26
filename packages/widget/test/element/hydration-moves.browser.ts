import { deepEqual, equal, ok } from './stage/assert.ts';
import { setValue, stageCandidate, type StagedElement, until } from './stage/candidate.ts';
import { FORM } from './stage/forms.ts';
import { holdBootstraps, openPrerendered, type PrerenderedElement } from './stage/prerendered.ts';

let prerendered: PrerenderedElement;
let staged: StagedElement;

async function open(): Promise<void> {
  prerendered = await openPrerendered({ form_schema: FORM });
  ({ staged } = prerendered);
}

async function hydrate(): Promise<void> {
  prerendered.release();
  await staged.reaches('ready');
}

const isSame = () => staged.query('form') === prerendered.form;

function whenHydrating(act: () => void): void {
  const container = staged.query('#form-app');
  const { addEventListener } = container;
  // React adds its listeners when it begins to hydrate.
  container.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    container.addEventListener = addEventListener;
    addEventListener.apply(container, listener);
    act();
  };
}

function move(): void {
  staged.element.remove();
  document.body.append(staged.element);
}

/**
 * Moves an element while it hydrates, and resolves when the form has its input. The element gets no new
 * bootstrap before the returned function is called.
 */
async function hydrateMoved(): Promise<() => void> {
  let release = () => {};
  whenHydrating(() => {
    release = holdBootstraps();
    move();
  });
  prerendered.release();
  await until(() => staged.names().includes('change'));
  return release;
}

test('an element that is moved while it hydrates keeps its input', async () => {
  await open();
  setValue(staged.field('Nombre'), 'Ana');
  whenHydrating(move);
  await hydrate();
  ok(isSame(), 'The form was re-rendered');
  equal(staged.detailsOf('precandidate-ready').length, 1);
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima' });
});

test('an edit withdraws a press that was held, also after a move during hydration', async () => {
  await open();
  setValue(staged.field('Nombre'), 'Ana');
  staged.query<HTMLInputElement>('[type=radio]').click();
  staged.query('[part=submit]').click();
  const release = await hydrateMoved();
  setValue(staged.field('Nombre'), 'Ana Flor');
  release();
  await until(() => staged.names().includes('ready'));
  equal(staged.names().includes('submitting'), false);
  equal(staged.query('[part=submit]').ariaDisabled, null);
});

test("another candidate's session closes a form that was moved while it hydrated", async () => {
  const other = await stageCandidate({ form_schema: FORM });
  await open();
  staged.query<HTMLInputElement>('[type=radio]').click();
  const release = await hydrateMoved();
  staged.element.session = other.token;
  release();
  await staged.reaches('ready');
  equal(staged.query<HTMLInputElement>('[type=radio]').checked, false);
  deepEqual(staged.detailsOf('precandidate-problem'), []);
});
