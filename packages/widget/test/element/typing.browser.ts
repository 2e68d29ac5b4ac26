import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import form_schema from '../tables/typed-form.json' with { type: 'json' };
import { deepEqual, equal } from './stage/assert.ts';
import { setValue, type StagedElement, until } from './stage/candidate.ts';
import { openPrerendered } from './stage/prerendered.ts';
import { onRequest, show } from './stage/show.ts';

// Text as candidates enter it: phones compose every word, dead keys every accent, and tools fill in forms.

const SENT = {
  pay: 1200.5,
  phone: '+51987654321',
  document_id: '41234561',
  birth: '1990-05-31',
  job: 'Oficio 7',
  places: ['São Luís'],
};

let staged: StagedElement;

async function open(): Promise<void> {
  staged = await show({ form_schema }, { locale: 'es-PE' });
}

const field = (name: string) => staged.query<HTMLInputElement>(`[name$="${name}"]`);
const compose = (composed: string) => executeServerCommand('compose', { text: composed });
const insert = (typed: string) => executeServerCommand('insert', { text: typed });

/** Types as a phone does: composes letter by letter, and ends the word. `during` runs in the middle. */
async function typeWord(input: HTMLInputElement, word: string, during = () => {}): Promise<void> {
  const { value: before } = input;
  for (let length = 1; length <= word.length; length += 1) {
    await compose(word.slice(0, length));
    if (length === Math.ceil(word.length / 2)) during();
    showsText(input, before + word.slice(0, length));
  }
  await insert(word);
  showsText(input, before + word);
}

function showsText(input: HTMLInputElement, expected: string): void {
  equal(input.value, expected);
  equal(input.selectionStart, expected.length);
  equal(staged.focused, input);
}

/** Whatever makes the form read its text while a candidate types. */
const DISTURBANCES: Record<string, () => void> = {
  'the network that comes back': () => dispatchEvent(new Event('online')),
  'a locale that changes': () => {
    staged.element.locale = staged.element.locale === 'pt-BR' ? 'es-PE' : 'pt-BR';
  },
};

for (const [name, disturb] of Object.entries(DISTURBANCES))
  test(`keeps composed text in every field despite ${name}`, async () => {
    await open();
    const type = async (end: string, ...words: string[]) => {
      const input = field(end);
      input.focus();
      for (const word of words) {
        await typeWord(input, word, disturb);
        disturb();
        showsText(input, input.value);
      }
    };
    await type('alpha', 'María', ' ', 'Núñez');
    await type('notes', 'Ação', ' ', 'é');
    await type('pay', '1200', ',', '5');
    await type('phone', '987', ' ', '654', ' ', '321');
    await type('document__id', '41', '.', '234', '.', '561');
    await type('birth-day', '3', '1');
    await type('birth-month', '05');
    await type('birth-year', '1990');
    await type('job', 'oficio', ' ', '7');
    await type('places.0', 'São', ' ', 'Luís');
    const { data } = await staged.submitted();
    deepEqual(data, { ...SENT, alpha: 'María Núñez', notes: 'Ação é' });
  });

test('keeps a composition during hydration', async () => {
  const prerendered = await openPrerendered({ form_schema });
  ({ staged } = prerendered);
  const input = field('alpha');
  input.focus();
  await typeWord(input, 'María');
  await insert(' ');
  await compose('Nú');
  prerendered.release();
  await staged.reaches('ready');
  await compose('Núñez');
  await insert('Núñez');
  showsText(input, 'María Núñez');
  deepEqual((await staged.submitted()).data, { alpha: 'María Núñez' });
});

test('an Enter that ends a composition submits nothing and picks nothing', async () => {
  await open();
  const job = field('job');
  job.focus();
  await typeWord(job, 'Oficio 1');
  await compose('9');
  job.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'Enter',
      isComposing: true,
      bubbles: true,
      composed: true,
    }),
  );
  await insert('9');
  showsText(job, 'Oficio 19');
  equal(staged.element.state, 'ready');
  await sendKeys({ press: 'Tab' });
  deepEqual((await staged.submitted()).data, { job: 'Oficio 19' });
});

test('takes no input while the answers are checked, and the focus and the caret stay', async () => {
  await open();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const end = onRequest('/submission/', async () => {
    end();
    await released;
    const type = 'urn:precandidate:problem:validation-failed';
    const errors = [{ pointer: '/alpha', keyword: 'format', detail: '' }];
    return Response.json({ type, status: 422, errors }, { status: 422 });
  });
  const alpha = field('alpha');
  alpha.focus();
  await typeWord(alpha, 'Ana');
  staged.element.submit();
  await staged.reaches('checking');
  const changes = staged.detailsOf('precandidate-change').length;
  await sendKeys({ type: ' B' });
  showsText(alpha, 'Ana');
  for (const control of staged.root.querySelectorAll<HTMLInputElement>('input[type=radio]')) {
    control.click();
    equal(control.checked, false);
  }
  equal(staged.detailsOf('precandidate-change').length, changes);
  release();
  await until(() => staged.detailsOf('precandidate-invalid').length === 1);
  alpha.focus();
  await insert(' ');
  await typeWord(alpha, 'María');
  deepEqual((await staged.submitted()).data, { alpha: 'Ana María' });
});

test('a window that loses the focus leaves the text of the field as it is', async () => {
  await open();
  const alpha = field('alpha');
  alpha.focus();
  await typeWord(alpha, 'Ana');
  await insert(' ');
  // As the browser does it: the input stays the active element.
  alpha.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
  showsText(alpha, 'Ana ');
  await typeWord(alpha, 'María');
  deepEqual((await staged.submitted()).data, { alpha: 'Ana María' });
});

test('an option that is typed is chosen when the tab is hidden, which may never come back', async () => {
  await open();
  const skills = field('skills');
  skills.focus();
  await insert('Destreza 7');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  try {
    document.dispatchEvent(new Event('visibilitychange'));
  } finally {
    Reflect.deleteProperty(document, 'visibilityState');
  }
  await until(() => staged.root.querySelectorAll('[part=chip]').length === 1);
  deepEqual((await staged.submitted()).data, { skills: ['Destreza 7'] });
});

/** Fills in a field as password managers do, without the focus. */
function fillAsTool(name: string, value: string): void {
  const input = field(name);
  const events = { bubbles: true, composed: true };
  input.dispatchEvent(new KeyboardEvent('keydown', events));
  setValue(input, value);
  input.dispatchEvent(new KeyboardEvent('keyup', events));
  input.dispatchEvent(new FocusEvent('blur'));
}

for (const isPrerendered of [true, false])
  test(`sends what a tool fills in ${isPrerendered ? 'before hydration' : 'once the form is ready'}`, async () => {
    const prerendered = isPrerendered ? await openPrerendered({ form_schema }) : undefined;
    if (prerendered) ({ staged } = prerendered);
    else await open();
    for (const [name, value] of [
      ['alpha', 'María Núñez'],
      ['pay', 'S/ 1,200.50'],
      ['phone', '+51 987 654 321'],
      ['document__id', '41.234.561'],
      ['birth-day', '31'],
      ['birth-month', '05'],
      ['birth-year', '1990'],
      ['job', 'Oficio 7'],
      ['places.0', 'São Luís'],
    ] as const)
      fillAsTool(name, value);
    // Some tools dispatch no event.
    field('notes').value = 'Ação';
    prerendered?.release();
    await staged.reaches('ready');
    const { data } = await staged.submitted();
    deepEqual(data, { ...SENT, alpha: 'María Núñez', notes: 'Ação' });
  });
