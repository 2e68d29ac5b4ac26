import { sendKeys } from '@web/test-runner-commands';
import { accessibleNodes } from './stage/accessibility-tree.ts';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match } from './stage/assert.ts';
import { setValue, type StagedElement, until } from './stage/candidate.ts';
import { formOf } from './stage/forms.ts';
import { show } from './stage/show.ts';
import { answers, next } from './stage/steps.ts';

const DATE = { type: 'string', format: 'date' };
const TIMES = {
  from: { type: 'string', format: 'time', title: 'From' },
  call: { type: 'string', format: 'date-time', title: 'Call' },
};
const BIRTH = formOf({ dob: DATE }, { required: ['dob'] });

const inputs = (staged: StagedElement) => [
  ...staged.root.querySelectorAll<HTMLInputElement>('.date input'),
];
const texts = (staged: StagedElement) =>
  inputs(staged)
    .map(({ value }) => value)
    .join(' ');

for (const [lang, parts, send, missing] of [
  ['es', 'Día Mes Año', 'Enviar', /Fecha de nacimiento: escribe el año/],
  ['pt-BR', 'Dia Mês Ano', 'Enviar', /Data de nascimento: digite o ano/],
  ['en', 'Day Month Year', 'Send', /Date of birth must include a year/],
  ['en-US', 'Month Day Year', 'Send', /Date of birth must include a year/],
] as const)
  test(`${lang}: a date is a named group of three labeled parts`, async () => {
    const staged = await show(BIRTH, { locale: lang });
    const namesOf = async (role: string) => (await accessibleNodes(role)).map(({ name }) => name);
    deepEqual(await namesOf('textbox'), parts.split(' '));
    deepEqual(await namesOf('group'), [staged.query('legend').innerText]);
    for (const input of inputs(staged)) {
      equal(input.inputMode, 'numeric');
      equal(input.maxLength, -1, 'nothing is cut off');
    }
    await accessible(staged.element, 'date');
    setValue(inputs(staged)[0] as HTMLInputElement, '5');
    setValue(inputs(staged)[1] as HTMLInputElement, '5');
    staged.press(send);
    match(staged.query('.summary').innerText, missing);
    await accessible(staged.element, 'date with an error');
  });

test('fills in a date with the keyboard alone, and moves the focus only on request', async () => {
  const staged = await show(BIRTH);
  staged.element.focus();
  for (const part of ['31', 'mayo', '1990']) {
    const field = staged.focused;
    await sendKeys({ type: part });
    equal(staged.focused, field);
    await sendKeys({ press: 'Tab' });
  }
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { dob: '1990-05-31' });
});

test('the focus stays in its part where another language orders a date otherwise', async () => {
  const staged = await show(BIRTH, { locale: 'es' });
  for (const locale of ['en-US', 'es']) {
    const first = inputs(staged)[0];
    first?.focus();
    staged.element.setAttribute('locale', locale);
    await until(() => inputs(staged)[0] !== first);
    equal(staged.focused, first);
  }
});

test('the link of an error focuses the wrong part of a date', async () => {
  const staged = await show(BIRTH);
  const errorOf = (day: string, month: string, year: string) => {
    for (const [label, text] of [
      ['Día', day],
      ['Mes', month],
      ['Año', year],
    ] as const)
      staged.fill(label, text);
    staged.press('Enviar');
    const link = staged.query<HTMLAnchorElement>('.summary a');
    link.click();
    const marked = inputs(staged).filter((input) => input.ariaInvalid === 'true');
    equal(marked[0], staged.focused);
    equal(marked.length, 1);
    return `${staged.focused?.closest('label')?.innerText.trim()}: ${link.innerText}`;
  };
  equal(errorOf('31', '5', ''), 'Año: Fecha de nacimiento: escribe el año');
  equal(errorOf('31', '2', '1990'), 'Día: Fecha de nacimiento: esa fecha no existe');
  equal(errorOf('31', '13', '1990'), 'Mes: Fecha de nacimiento: revisa el mes (del 1 al 12)');
  equal(errorOf('31', '5', '90'), 'Año: Fecha de nacimiento: escribe el año con 4 dígitos');
  equal(texts(staged), '31 5 90');
});

/** Typed by hand, or as pasting, autofill, or a keyboard’s suggestion does: one event for all of it. */
const WAYS = {
  keys: (text: string) => sendKeys({ type: text }),
  once: async (text: string) => void document.execCommand('insertText', false, text),
};

for (const [way, given, part, text, parts] of [
  ['keys', [], 0, '31/5/1990', '31 5 1990'],
  ['keys', ['5', '6', '1990'], 1, '01/02/2000', '5 01/02/2000 1990'],
  ['once', [], 0, '1990-05-31', '31 05 1990'],
  ['once', [], 0, '31/05/1990', '31 05 1990'],
  ['once', [], 1, '1990-05-31', '31 05 1990'],
  ['once', [], 2, '31 de mayo de 1990', '31 05 1990'],
] as const)
  test(`${text} in part ${part + 1} of ${given.length} (${way}) becomes ${parts}`, async () => {
    const staged = await show(BIRTH);
    for (const [index, value] of given.entries())
      setValue(inputs(staged)[index] as HTMLInputElement, value);
    inputs(staged)[part]?.focus();
    inputs(staged)[part]?.select();
    await WAYS[way](text);
    if (way === 'keys') equal(inputs(staged)[part]?.value, text, 'while it is typed');
    inputs(staged)[part]?.blur();
    equal(texts(staged), parts);
  });

test('an untouched default that is no date stays a default', async () => {
  const since = { ...DATE, title: 'Desde', default: 'hoy' };
  const properties = { since, street: { type: 'string', title: 'Calle' } };
  const home = { type: 'object', title: 'Casa', properties, required: ['street'] };
  const staged = await show(formOf({ home }));
  staged.press('Enviar');
  deepEqual((await staged.received()).data, {});
});

test('renders a date of birth with type string as a date, unless it has another pattern', async () => {
  const staged = await show(
    formOf({
      dob: { type: 'string' },
      date_of_birth: { type: 'string', pattern: '^\\d\\d/\\d\\d/\\d{4}$', title: 'Again' },
    }),
  );
  equal(inputs(staged).length, 3);
  equal(staged.field('Again').value, '');
  staged.fill('Día', '31');
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /escribe el mes y el año/);
  staged.fill('Mes', '5');
  staged.fill('Año', '1990');
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { dob: '1990-05-31' });
});

test('shows a stored date in its parts, and clears an optional one', async () => {
  const staged = await show({
    ...formOf({ since: DATE }),
    prefill: { since: '2020-02-29' },
  });
  equal(texts(staged), '29 02 2020');
  for (const input of inputs(staged)) setValue(input, '');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('times and date-times are the browser’s own inputs, and send a zone', async () => {
  const staged = await show(formOf(TIMES));
  equal(staged.field('Call').type, 'datetime-local');
  equal(staged.field('From').type, 'time');
  await accessible(staged.element, 'moment');
  staged.fill('Call', '2026-03-05T09:30');
  staged.fill('From', '21:30');
  equal(staged.field('From').value, '21:30');
  staged.press('Enviar');
  const { call, from } = (await staged.received()).data;
  equal(Date.parse(String(call)), new Date(2026, 2, 5, 9, 30).getTime());
  match(String(from), /^21:30:00[+-]\d\d:\d\d$/);
});

test('a pattern without a zone, as zod writes it, gets the time as it was picked', async () => {
  const time = '^(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?$';
  const properties = {
    from: { ...TIMES.from, pattern: time },
    call: { ...TIMES.call, pattern: '^[0-9-]+ [0-9:]+\\.[0-9]{6}$' },
    never: { ...TIMES.from, title: 'Never', pattern: '^\\d\\d:\\d\\d$' },
  };
  const staged = await show(formOf(properties));
  staged.fill('From', '15:30');
  staged.fill('Call', '2026-03-05T09:30');
  equal(staged.field('Call').value, '2026-03-05T09:30');
  staged.fill('Never', '15:30');
  staged.press('Enviar');
  match(
    staged.query('.summary').innerText,
    /Hay 1 dato por corregir\s+Revisa “Never”: el formato no es correcto/,
  );
  staged.fill('Never', '');
  const { data } = await staged.submitted();
  deepEqual(data, { from: '15:30:00', call: '2026-03-05 09:30:00.000000' });
});

test('a time that is filled in partly is asked for, also where it is optional', async () => {
  const staged = await show(formOf({ from: TIMES.from }));
  staged.field('From').focus();
  await sendKeys({ type: '09' });
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /From: escribe la hora y los minutos/);
});

test('a prefilled time keeps its seconds and zone while nobody changes it', async () => {
  const prefill = { from: '09:30:15Z', call: '2026-03-05T09:30:15Z' };
  const staged = await show({ ...formOf(TIMES), prefill });
  staged.root.querySelector('details')?.setAttribute('open', '');
  staged.field('From').focus();
  staged.field('Call').focus();
  const { data } = await staged.submitted();
  deepEqual(data, { from: '09:30:15Z', call: '2026-03-05T09:30:15Z' });
});

test('an answer is checked in the time zone of its input, whatever zone it came with', async () => {
  const utc = '2026-03-06T03:30:00Z';
  const properties = {
    call: { ...TIMES.call, default: utc },
    again: { ...TIMES.call, title: 'Again' },
    set: { ...TIMES.call, title: 'Set', default: utc, readOnly: true },
    from: { ...TIMES.from, default: '23:45:00+02:00' },
  };
  const steps = [
    { title: 'Sobre ti', fields: ['call', 'again'] },
    { title: 'Lo demás', fields: ['set', 'from'] },
  ];
  const staged = await show({
    ...formOf(properties),
    ui_schema: { 'ui:options': { steps } },
  });
  staged.fill('Again', staged.field('Call').value);
  next(staged);
  match(staged.query('.given').innerText, /5 de marzo de 2026, 22:30 \(UTC-05:00\)/);
  next(staged);
  const evening = '5 de marzo de 2026, 22:30 (UTC-05:00)';
  deepEqual(answers(staged), [
    `Call: ${evening}`,
    `Again: ${evening}`,
    `Set: ${evening}`,
    'From: 16:45 (UTC-05:00)',
  ]);
});

test('a time without a zone is shown and sent with one, and a default that no input can show blocks nothing', async () => {
  const properties = {
    from: { ...TIMES.from, default: '09:30' },
    until: { ...TIMES.from, title: 'Until', default: '9:30' },
    call: { ...TIMES.call, default: '2026-01-05T10:00:00' },
    again: { ...TIMES.call, title: 'Again', default: '2026-01-05 10:00' },
    day: { ...DATE, title: 'Day', default: '5/1/2026' },
    mail: { type: 'string', format: 'email', title: 'Mail', default: 'ana.example.com' },
  };
  const staged = await show(formOf(properties, { required: ['from'] }));
  deepEqual(
    ['From', 'Until', 'Call', 'Again', 'Mail'].map((label) => staged.field(label).value),
    ['09:30', '', '2026-01-05T10:00', '', ''],
  );
  equal(texts(staged).trim(), '');
  const { data } = await staged.submitted();
  deepEqual(Object.keys(data), ['from', 'call']);
  match(String(data['from']), /^09:30:00[+-]\d\d:\d\d$/);
  match(String(data['call']), /^2026-01-05T10:00:00[+-]\d\d:\d\d$/);
});
