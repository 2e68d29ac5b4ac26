import { deepEqual } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { show } from './stage/show.ts';

// Tools that fill in forms choose without a click, some of them without any event.

let staged: StagedElement;

const CHOICES = formOf(
  {
    level: { type: 'integer', enum: [3, 4, 5, 6, 7, 8], enumNames: ['A', 'B', 'C', 'D', 'E', 'F'] },
    car: { type: 'boolean', default: false },
    days: { type: 'array', uniqueItems: true, items: { enum: ['Mo', 'Tu'] }, default: ['Tu'] },
    consent: { const: true, title: 'I agree' },
    proof: { oneOf: ['Card', 'Letter'].map(proof) },
  },
  {
    if: { properties: { car: { const: true } }, required: ['car'] },
    then: { properties: { plate: text('Plate') } },
  },
);
function proof(title: string) {
  return { title, type: 'object', properties: { [title]: text(title) }, required: [title] };
}

/** Chooses as tools do: without a click, the event that React listens to. */
function chooseAsTool(selector: string, types: readonly string[], isChosen = true): void {
  const control = staged.query<HTMLInputElement | HTMLOptionElement>(selector);
  if ('checked' in control) control.checked = isChosen;
  else control.selected = isChosen;
  const target = control.closest('select') ?? control;
  for (const type of types) target.dispatchEvent(new Event(type, { bubbles: true }));
}

for (const types of [[], ['input'], ['change'], ['input', 'change']])
  test(`sends the choices that the screen shows after ${types.join(' and ') || 'no event'}`, async () => {
    staged = await show(CHOICES, { locale: 'en' });
    chooseAsTool(`[name$=level] option[value="7"]`, types);
    chooseAsTool(`[name$=car][value=true]`, types);
    chooseAsTool(`[name$=days][value*=Mo]`, types);
    chooseAsTool(`[name$=days][value*=Tu]`, types, false);
    chooseAsTool(`[name$=consent]`, types);
    chooseAsTool(`[name*=proof] option:last-child`, types);
    // The first press without an event adds the fields that depend on them: nobody has seen those.
    if (types.length === 0) staged.press('Send');
    await until(() => staged.root.querySelector('[name$=plate]') !== null);
    deepEqual(staged.detailsOf('precandidate-submitting'), []);
    staged.fill('Letter', 'Ana');
    const { data } = await staged.submitted();
    const letter = { Letter: 'Ana' };
    deepEqual(data, { level: 7, car: true, days: ['Mo'], consent: true, proof: letter });
  });

test('a choice of a branch that a tool replaces is not sent', async () => {
  const car = { title: 'Car', properties: { car: { type: 'boolean' } }, required: ['car'] };
  staged = await show(formOf({ ride: { oneOf: [car, proof('Bus')] } }), { locale: 'en' });
  chooseAsTool('option:nth-child(2)', ['change']);
  await until(() => staged.root.querySelector('[type=radio]') !== null);
  chooseAsTool('[type=radio]', []);
  chooseAsTool('option:last-child', ['change']);
  await until(() => staged.root.querySelector('[type=radio]') === null);
  staged.fill('Bus', '7');
  deepEqual((await staged.submitted()).data, { ride: { Bus: '7' } });
});
