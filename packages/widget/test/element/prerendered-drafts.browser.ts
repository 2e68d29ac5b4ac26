import type { PrecandidateFormElement } from '../../src/index.ts';
import { deepEqual, equal } from './stage/assert.ts';
import { setValue, StagedElement, until } from './stage/candidate.ts';
import { text } from './stage/forms.ts';
import { openPrerendered, type PrerenderedElement } from './stage/prerendered.ts';

const FORM = {
  type: 'object',
  properties: {
    name: text('Nombre'),
    city: { ...text('Ciudad'), default: 'Lima' },
  },
};

let prerendered: PrerenderedElement;
let staged: StagedElement;

async function open(
  form_schema: object,
  setUp?: (element: PrecandidateFormElement) => void,
): Promise<void> {
  prerendered = await openPrerendered({ form_schema }, setUp);
  ({ staged } = prerendered);
}

/** Opens a prerendered form for which an earlier page saved a draft. */
async function openWithDraft(form_schema: object = FORM, fillIn = fillInText): Promise<void> {
  await open(form_schema);
  await hydrate();
  fillIn();
  await until(() => sessionStorage.length > 0);
  staged.element.remove();
  await until(() => staged.element.state !== 'checking');
  const again = document.createElement('div');
  again.setHTMLUnsafe(prerendered.html);
  staged = new StagedElement(
    () => {},
    document.body,
    again.firstElementChild as PrecandidateFormElement,
  );
}

function fillInText(): void {
  staged.fill('Nombre', 'Eva');
  staged.fill('Ciudad', 'Tacna');
}

async function hydrate(): Promise<void> {
  prerendered.release();
  await staged.reaches('ready');
}

test('input in the page wins over the draft, field by field', async () => {
  await openWithDraft();
  setValue(staged.field('Nombre'), 'Ana');
  const form = staged.query('form');
  await staged.reaches('ready');
  equal(staged.query('form'), form);
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Tacna' });
});

test('an option that is chosen again before hydration stays chosen', async () => {
  const languages = { type: 'array', uniqueItems: true, items: { enum: ['es', 'pt', 'en'] } };
  const box = (index: number) =>
    staged.query<HTMLInputElement>(`[type=checkbox][value="${index}"]`);
  await openWithDraft({ type: 'object', properties: { languages } }, () => {
    box(0).click();
    box(1).click();
  });
  box(0).click();
  await staged.reaches('ready');
  deepEqual(
    [0, 1, 2].map((index) => box(index).checked),
    [true, true, false],
  );
  deepEqual((await staged.submitted()).data, { languages: ['es', 'pt'] });
});

test('does not announce a restored draft to a candidate who types for the first time', async () => {
  await open(FORM);
  setValue(staged.field('Nombre'), 'Ana');
  await hydrate();
  equal(/Recuperamos lo que habías escrito/.test(staged.text), false);
  equal(staged.field('Nombre').value, 'Ana');
  await until(() => sessionStorage.length > 0);
});

test('text that was typed before the element was defined is saved when the page closes', async () => {
  const watched = new Set<string>();
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function add(name, listener, options) {
    if (this === window) watched.add(name);
    addEventListener.call(this, name, listener, options);
  };
  try {
    await open(FORM, (element) => {
      const input = element.shadowRoot?.querySelector<HTMLInputElement>('[part=input]');
      if (input) input.value = 'Ana';
    });
    staged.field('Nombre').focus();
    await hydrate();
    await until(() => watched.has('beforeunload'));
    await until(() => sessionStorage.length > 0);
  } finally {
    EventTarget.prototype.addEventListener = addEventListener;
  }
});
