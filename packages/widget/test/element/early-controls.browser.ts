import { deepEqual, equal } from './stage/assert.ts';
import { setValue, type StagedElement } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { openPrerendered } from './stage/prerendered.ts';
import { addToPage } from './stage/show.ts';

const many = (name: string) => Array.from({ length: 20 }, (_, index) => `${name} ${index + 1}`);
const branch = (title: string, name: string) => ({
  title,
  type: 'object',
  properties: { [name]: text(`${title}: ${name}`) },
});

/** Every kind of control, with a default and without. */
const KINDS: Record<string, object> = {
  line: { type: 'string' },
  number: { type: 'number' },
  email: { type: 'string', format: 'email' },
  password: { type: 'string', format: 'password' },
  phone: { type: 'string', format: 'tel' },
  area: { type: 'string', maxLength: 400 },
  select: { type: 'string', enum: many('S').slice(0, 8) },
  radio: { type: 'string', enum: ['day', 'night'] },
  yesno: { type: 'boolean' },
  searched: { type: 'string', enum: many('L') },
  boxes: { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['Mo', 'Tu', 'We'] } },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  moment: { type: 'string', format: 'date-time' },
};
const DEFAULTS: Record<string, unknown> = {
  line: 'Old',
  number: 7,
  email: 'old@example.com',
  password: 'old',
  phone: '+51911111111',
  area: 'Old text',
  select: 'S 1',
  radio: 'night',
  yesno: false,
  searched: 'L 1',
  boxes: ['Tu'],
  date: '1990-05-31',
  time: '08:00:00Z',
  moment: '2026-01-05T10:00:00Z',
};
const GIVEN: Record<string, unknown> = {
  line: 'Ana',
  number: 12,
  email: 'ana@example.com',
  password: 'secreto',
  phone: '+51987654321',
  area: 'Soy Ana',
  select: 'S 3',
  radio: 'day',
  yesno: true,
  searched: 'L 7',
  boxes: ['Mo'],
  date: '1991-06-12',
};
const withDefault = (name: string) => ({
  ...KINDS[name],
  title: `${name} old`,
  default: DEFAULTS[name],
});
const properties = Object.fromEntries(
  Object.entries(KINDS).flatMap(([name, schema]) => [
    [name, { ...schema, title: `${name} new` }],
    [`${name}_old`, withDefault(name)],
  ]),
);
const FORM = formOf({
  ...properties,
  consent: { const: true, title: 'I agree' },
  proof: { title: 'Proof', oneOf: [branch('Card', 'number'), branch('Letter', 'sender')] },
});

const control = (staged: StagedElement, name: string, more = '') =>
  staged.query<HTMLInputElement>(`[name="f.${name}"]${more}`);

/** Fills in a form that no script handles yet. */
function fillIn(staged: StagedElement): void {
  for (const suffix of ['', '__old'])
    for (const [kind, value] of Object.entries(GIVEN)) {
      const name = kind + suffix;
      const own = kind === 'boxes' ? 'Mo' : value;
      if (kind === 'date')
        for (const [index, part] of ['year', 'month', 'day'].entries())
          setValue(control(staged, `${name}-${part}`), String(own).split('-')[index] ?? '');
      else if (['radio', 'yesno', 'boxes'].includes(kind))
        control(staged, name, `[value='${JSON.stringify(own)}']`).click();
      else setValue(control(staged, name), kind === 'select' ? JSON.stringify(own) : String(own));
    }
  for (const suffix of ['', '__old']) {
    setValue(control(staged, `time${suffix}`), '09:30');
    setValue(control(staged, `moment${suffix}`), '2026-03-05T09:30');
  }
  control(staged, 'consent').click();
  setValue(control(staged, 'proof-choice0'), 'Card');
}

const shown = (staged: StagedElement) =>
  [...staged.root.querySelectorAll<HTMLInputElement>('[name]')]
    .filter(({ name }) => name !== 'f.proof.number')
    .map(({ name, type, value, checked }) =>
      /radio|checkbox/.test(type) ? `${name} ${value} ${checked}` : `${name} ${value}`,
    );

for (const where of ['in the page', 'by another document'])
  test(`keeps what was given in every control before hydration, where the form is made ${where}`, async () => {
    const frame = addToPage('iframe').contentDocument as Document;
    const maker = where === 'in the page' ? document : frame;
    const opened = await openPrerendered({ ...FORM, locale: 'en' }, undefined, undefined, maker);
    const { staged, form, release } = opened;
    fillIn(staged);
    const before = shown(staged);
    release();
    await staged.reaches('ready');
    equal(staged.query('form'), form);
    deepEqual(shown(staged), before);
    const { data } = await staged.submitted();
    const { boxes_old: boxes, ...others } = data;
    deepEqual(boxes, ['Mo', 'Tu']);
    for (const [name, value] of Object.entries(GIVEN)) {
      deepEqual(others[name], value, name);
      if (name !== 'boxes') deepEqual(others[`${name}_old`], value, name);
    }
    for (const name of ['time', 'time_old']) equal(String(data[name]).slice(0, 5), '09:30');
    const moment = new Date(2026, 2, 5, 9, 30).getTime();
    for (const name of ['moment', 'moment_old']) equal(Date.parse(String(data[name])), moment);
    equal(data['consent'], true);
  });
