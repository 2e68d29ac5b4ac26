import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS, type ProblemName } from 'precandidate-contract';
import { entryMessages, fieldMessages } from '../src/form/fields/labels.ts';
import { fieldOptions } from '../src/form/fields/options.ts';
import { ID_PREFIX, ID_SEPARATOR } from '../src/form/fields/field-id.ts';
import { errorMessage } from '../src/form/error-messages.ts';
import { CANDIDATE_PROBLEMS, candidateProblem } from '../src/i18n/problem-messages.ts';
import MESSAGES from '../src/i18n/all-messages.build.ts';
import { formatMessage } from '../src/i18n/format-message.ts';
import { withPluralRules } from '../src/i18n/plural-rules.ts';
import { chooseLocale, unreachableMessages } from '../src/i18n/locale.ts';
import type { LanguageFile, Messages } from '../src/i18n/messages.ts';
import { readLanguages } from '../src/i18n/read-languages.ts';
import { STANDARD_FIELDS } from '../src/i18n/standard-fields.ts';
import { applyHostOverrides } from '../src/i18n/host-overrides.ts';

const languages = readLanguages();
const { es, pt, en } = MESSAGES as Record<'es' | 'pt' | 'en', Messages>;
const id = (...path: string[]) => [ID_PREFIX, ...path].join(ID_SEPARATOR);
const documentField = { label: 'Número de documento', ask: 'tu número de documento' };

/** The placeholders of every message, by its path. */
function placeholdersIn(tree: object, path = ''): [path: string, placeholders: string][] {
  return Object.entries(tree)
    .filter(([name]) => name !== 'hint')
    .flatMap(([name, message]: [string, unknown]) => {
      const isPlural = typeof message === 'object' && message !== null && 'one' in message;
      if (typeof message === 'object' && message !== null && !isPlural)
        return placeholdersIn(message, `${path}/${name}`);
      // A field is named by either of its two placeholders.
      const used = JSON.stringify(message)
        .replaceAll('{ask}', '{label}')
        .match(/\{\w+\}/g);
      return [[`${path}/${name}`, [...new Set(used)].sort().join()]];
    });
}

/** What each language has of its own. */
const withoutNames = ({ months: _months, titles: _titles, ...file }: LanguageFile) => file;

test('every language has the same messages with the same placeholders', () => {
  const [spanish, ...others] = languages.map((file) =>
    Object.fromEntries(placeholdersIn(withoutNames(file))),
  );
  for (const other of others) assert.deepEqual(other, spanish);
});

test('no message is empty', () => {
  for (const file of languages) assert.doesNotMatch(JSON.stringify(file), /""|null/, file.language);
});

test('every language names its twelve months and its titles of standard fields', () => {
  const fields: readonly string[] = STANDARD_FIELDS;
  for (const { language, months, titles } of languages) {
    assert.equal(months.length, 12, language);
    assert.deepEqual(
      Object.keys(titles).filter((name) => !fields.includes(name)),
      [],
      language,
    );
  }
});

test('every placeholder is filled', () => {
  for (const { language, errors, removed, left, exampleHint, date } of languages) {
    const texts = [
      formatMessage(errors.minLength, documentField, '1.000', 1000),
      formatMessage(errors.exactly, documentField, 'Acepto'),
      formatMessage(date.missing, documentField, 'el día'),
      formatMessage(removed, 'Referencia', 2),
      formatMessage(left, 2),
      formatMessage(exampleHint, 'A-12'),
    ];
    assert.doesNotMatch(texts.join(), /[{}]/, language);
    for (const value of ['1.000', 'Acepto', 'el día', 'Referencia', 'A-12'])
      assert.ok(texts.join().includes(value), `${language}: ${value}`);
  }
});

test('a language with plural forms of its own follows the rules of its tag', () => {
  const [file] = languages;
  const left = { one: 'Został {n}', few: 'Zostały {n}', many: 'Zostało {n}', other: 'Zostało {n}' };
  const polish = { ...file!, language: 'pl', plural: 'intl', left } as const;
  const counted = (messages: Messages) =>
    [1, 2, 5].map((count) => formatMessage(messages.left, count));
  assert.deepEqual(counted(withPluralRules(polish)), ['Został 1', 'Zostały 2', 'Zostało 5']);
});

test('selects the plural form by the number, and has a text for none', () => {
  const { left, removed, errors } = es;
  assert.deepEqual(
    [0, 1, 2].map((count) => formatMessage(left, count)),
    [
      'Ya completaste todo lo obligatorio',
      'Falta 1 dato obligatorio',
      'Faltan 2 datos obligatorios',
    ],
  );
  assert.equal(formatMessage(removed, 'Referencia', 1), 'Quitaste Referencia. Queda 1.');
  assert.equal(formatMessage(removed, 'Referencia', 0), 'Quitaste Referencia. Quedan 0.');
  assert.equal(
    formatMessage(errors.minLength, documentField, '1.000', 1000),
    'Número de documento: escribe al menos 1.000 caracteres',
  );
});

test('inserts values as they are', () => {
  assert.equal(formatMessage(es.add, '{label} $& {n}'), 'Agregar {label} $& {n}');
});

test('every error message names its field, in every language', () => {
  for (const { language, errors } of languages)
    for (const [name, message] of Object.entries(errors)) {
      const text = formatMessage(message, documentField, '3', 3);
      const isNamed = text.includes(documentField.label) || text.includes(documentField.ask);
      assert.ok(isNamed, `${language} ${name}: ${text}`);
    }
});

test('an error for an empty field asks for it in plain language', () => {
  const required = { pointer: '', keyword: 'required', params: {} };
  const typed = {
    messages: fieldMessages(id('document_id'), {}, { messages: es, country: null }),
    inputMethod: 'typed',
  } as const;
  assert.equal(errorMessage(required, typed, es, String), 'Ingresa tu número de documento');
  const type = {
    messages: fieldMessages(id('document_id_type'), {}, { messages: es, country: 'PE' }),
    inputMethod: 'chosen',
  } as const;
  assert.equal(errorMessage(required, type, es, String), 'Elige tu tipo de documento');
});

test('a violation without parameters has a message too', () => {
  for (const keyword of ['minLength', 'multipleOf', 'minimum', 'enum', 'format', 'nonsense']) {
    const text = errorMessage(
      { pointer: '', keyword, params: {} },
      { messages: documentField, inputMethod: 'typed' },
      en,
      String,
    );
    assert.doesNotMatch(text, /undefined/);
  }
});

test('an error of a date or time shows the format', () => {
  const text = (format: string) =>
    errorMessage(
      { pointer: '', keyword: 'format', params: { format } },
      { messages: documentField, inputMethod: 'typed' },
      es,
      String,
    );
  assert.equal(text('date'), 'Ingresa tu número de documento con día, mes y año');
  assert.match(text('date-time'), /2026-11-21T09:30:00Z/);
  assert.match(text('time'), /09:30:00Z/);
});

test('errors of date inputs exist in every language', () => {
  const text = (fault: object, messages = es) =>
    errorMessage(
      { pointer: '', keyword: 'format', params: { fault } },
      { messages: { label: 'Fecha', ask: 'la fecha' }, inputMethod: 'typed' },
      messages,
      String,
    );
  const missing = { kind: 'missing', parts: ['year', 'day'] };
  assert.equal(text({ kind: 'missing', parts: ['year'] }), 'Fecha: debe incluir el año');
  assert.equal(text(missing), 'Fecha: debe incluir el día y el año');
  assert.equal(text(missing, pt), 'Fecha: deve incluir o dia e o ano');
  assert.equal(text(missing, en), 'Fecha must include a day and a year');
  const all = { kind: 'missing', parts: ['day', 'month', 'year'] };
  assert.equal(text(all, en), 'Fecha must include a day, a month and a year');
  assert.equal(text({ kind: 'unreal', parts: ['day'] }), 'Fecha: esa fecha no existe');
  assert.equal(text({ kind: 'year', parts: ['year'] }), 'Fecha: escribe el año con 4 dígitos');
  assert.equal(text({ kind: 'incomplete', parts: [] }), 'Ingresa la fecha');
});

test('once the data is stored, the candidate can close the page', () => {
  assert.match(es.states.stored.text, /cerrar esta página/);
  assert.match(pt.states.stored.text, /fechar esta página/);
  assert.match(en.states.stored.text, /close this page/);
});

test('every problem of the catalogue has a message', () => {
  const own: readonly string[] = CANDIDATE_PROBLEMS;
  for (const name of Object.keys(PROBLEMS) as ProblemName[])
    if (name !== 'proxy-unreachable') assert.ok(own.includes(candidateProblem(name)), name);
  for (const { language } of languages)
    assert.ok(unreachableMessages(chooseLocale([language], null)).text);
});

test('title and description of the schema label a standard field, our messages ask for it', () => {
  const source = { messages: en, country: 'PE' };
  assert.deepEqual(
    fieldMessages(id('document_id'), { title: 'DNI', description: 'Eight digits' }, source),
    {
      label: 'DNI',
      ask: 'your DNI',
      hint: 'Eight digits',
    },
  );
});

test('the label of an identity number depends on the country', () => {
  const label = (country: string | null) =>
    fieldMessages(id('document_id'), {}, { messages: es, country }).label;
  assert.equal(label('BR'), 'CPF');
  assert.equal(label('MX'), 'CURP');
  assert.equal(label('XX'), 'Número de documento');
  assert.equal(label(null), 'Número de documento');
});

test('the label of an identity number follows the chosen document type', () => {
  const named = (country: string, type: string, schema = {}) =>
    fieldMessages(id('document_id'), schema, { messages: es, country }, type);
  assert.deepEqual(named('PE', 'DNI'), es.documents.pe_dni);
  assert.deepEqual(named('PE', 'national_id'), es.documents.pe_dni);
  assert.deepEqual(named('PE', 'CE'), es.documents.pe_ce);
  assert.deepEqual(named('PE', 'PTP'), es.documents.pe_ptp);
  assert.deepEqual(named('CL', 'national_id'), es.documents.cl_run);
  assert.deepEqual(named('CL', 'foreigner_card'), es.documents.cl_foreigner);
  assert.deepEqual(named('CO', 'PASAPORTE'), es.documents.passport);
  assert.deepEqual(named('PE', 'something'), es.fields.document_id);
  assert.deepEqual(named('PE', 'DNI', { title: 'Documento' }), {
    label: 'Documento',
    ask: 'tu DNI',
    hint: '8 dígitos',
  });
});

test('a generic title is replaced in the candidate’s language', () => {
  const label = (name: string, title: string, messages = en) =>
    fieldMessages(id(name), { title }, { messages, country: 'PE' }).label;
  assert.equal(label('full_name', 'Nombre completo'), 'Full name');
  assert.equal(label('mothers_full_name', "MOTHER'S FULL NAME", es), 'Nombre completo de la madre');
  assert.equal(label('city_locode', 'Ciudad', pt), 'Cidade');
  assert.equal(label('full_name', 'Razón social'), 'Razón social');
  assert.equal(label('name', 'Name', es), 'Name');
  assert.equal(label('nombre', 'Nombre completo'), 'Nombre completo');
});

test('a title that names another document, or several, is kept', () => {
  const ask = (title: string) =>
    fieldMessages(id('document_id'), { title }, { messages: es, country: 'BR' }).ask;
  assert.equal(ask('CPF do candidato'), 'tu CPF');
  assert.equal(ask('CPF ou RNE'), 'tu número de documento');
  assert.equal(ask('Passaporte'), 'tu número de documento');
});

test('fields of a reference belong to another person', () => {
  const ask = (...path: string[]) =>
    fieldMessages(id(...path), {}, { messages: es, country: 'PE' }).ask;
  assert.equal(ask('phone'), 'tu teléfono');
  assert.equal(ask('referees', '0', 'phone'), 'el teléfono');
  assert.equal(ask('referees', '0', 'email'), 'el correo electrónico');
  assert.equal(ask('referees', '0', 'full_name'), 'el nombre');
});

test('an option without a title is labeled by its value', () => {
  const label = (value: string | number, name = '') =>
    fieldOptions({ enum: [value], enumNames: [name] }, { messages: es, country: 'PE' })[0]?.label;
  assert.equal(label('national_id'), 'Documento nacional (DNI)');
  assert.equal(label('CE'), 'Carné de extranjería (CE)');
  assert.equal(label('yes'), 'Sí');
  assert.equal(label('no', 'Nunca'), 'Nunca');
  assert.equal(label('other'), 'other');
  assert.equal(label(7), '7');
  assert.equal(label(''), 'En blanco');
});

test('entries are numbered from 1, but a property whose name is a number is not', () => {
  const source = { messages: es, country: null };
  const entry = (title?: string, schema = {}) =>
    entryMessages(id('referees', '1'), schema, title, source).label;
  assert.equal(entry('Referencia'), 'Referencia 2');
  assert.equal(entry(undefined, { title: 'Segunda' }), 'Segunda');
  assert.equal(entry(), 'Referencia 2');
  assert.equal(
    fieldMessages(id('address', '2'), { title: 'Second line' }, source).label,
    'Second line',
  );
});

test('unknown property names become readable', () => {
  const source = { messages: es, country: null };
  assert.equal(fieldMessages(id('shoe_size'), {}, source).label, 'Shoe size');
  assert.equal(fieldMessages(id('constructor'), {}, source).label, 'Constructor');
});

test('an array has a plural label; its title and the host’s label come first', () => {
  const label = (schema: object, messages = es) =>
    fieldMessages(id('referees'), { type: 'array', ...schema }, { messages, country: null }).label;
  assert.equal(label({}), 'Referencias');
  assert.equal(label({ title: 'Referencia' }, pt), 'Referências');
  assert.equal(label({ title: 'Referencias laborales' }), 'Referencias laborales');
  const host = (given: object) => applyHostOverrides(es, 'es', [{ fields: { referees: given } }]);
  assert.equal(label({}, host({ many: 'Quienes te conocen' })), 'Quienes te conocen');
  assert.equal(label({ title: 'X' }, host({ label: 'Contacto' })), 'Contacto');
});

const fieldIn = (messages: Messages, name: string, schema: object) =>
  fieldMessages(id(name), schema, { messages, country: 'PE' });

test('a standard field has our hint only, in one language', () => {
  const description = 'UN/LOCODE of the city, e.g. PE LIM';
  for (const messages of [es, pt, en]) {
    assert.equal(fieldIn(messages, 'city_locode', { description }).hint, messages.cityHint);
    const title = 'Nombres';
    const name = fieldIn(messages, 'first_name', { title, description: 'Given names' });
    assert.deepEqual(name, messages.fields.first_name);
  }
});

test('a description is the hint of any other field, with the first example', () => {
  const hint = (schema: object) => fieldIn(es, 'badge', { type: 'string', ...schema }).hint;
  assert.equal(hint({ description: 'On your card' }), 'On your card');
  assert.equal(hint({ examples: ['A-12', 'B-34'] }), 'Por ejemplo: A-12');
  assert.equal(hint({ description: 'Card', examples: ['A-12'] }), 'Card\nPor ejemplo: A-12');
  assert.equal(hint({ description: 'Such as A-12', examples: ['A-12'] }), 'Such as A-12');
  assert.equal(hint({ enum: ['a'], examples: ['a'] }), undefined);
});

test('a wrong pattern is explained by the example of the schema', () => {
  const field = fieldIn(en, 'badge', { title: 'Badge', examples: ['A-12'] });
  const violation = { pointer: '/badge', keyword: 'pattern', params: {} };
  assert.equal(
    errorMessage(violation, { messages: field, inputMethod: 'typed' }, en, String),
    'Enter “Badge” in the correct format, like A-12',
  );
});

test('property names become readable labels', () => {
  const label = (name: string) => fieldIn(en, name, {}).label;
  assert.equal(label('startDate'), 'Start date');
  assert.equal(label('start_date'), 'Start date');
  assert.equal(label('hasHTTPServer'), 'Has HTTP server');
  assert.equal(label('AFP'), 'AFP');
  assert.equal(label('línea2'), 'Línea2');
});

test('a date of birth is known by its names in three languages', () => {
  for (const name of ['dob', 'birthDate', 'date_of_birth', 'fecha_nacimiento', 'dataDeNascimento'])
    assert.equal(fieldIn(es, name, {}).label, es.fields.dob.label, name);
});

test('an empty field whose label is a question is answered, not entered', () => {
  const field = fieldIn(es, 'q', { title: '¿Cuál es tu cargo?' });
  const violation = { pointer: '/q', keyword: 'required', params: {} };
  for (const answer of ['typed', 'chosen'] as const)
    assert.equal(
      errorMessage(violation, { messages: field, inputMethod: answer }, es, String),
      'Responde: ¿Cuál es tu cargo?',
    );
});

test('an error does not repeat the text of a long consent, and shortens other long labels', () => {
  const title = 'I agree to everything that follows. '.repeat(20).trim();
  const violation = { pointer: '/ok', keyword: 'required', params: {} };
  const field = fieldIn(en, 'ok', { type: 'boolean', enum: [true], title });
  assert.equal(field.label, title);
  assert.equal(
    errorMessage(violation, { messages: field, inputMethod: 'ticked' }, en, String),
    'Tick this box to continue',
  );
  const text = errorMessage(
    violation,
    { messages: fieldIn(en, 'x', { title }), inputMethod: 'typed' },
    en,
    String,
  );
  assert.match(text, /^Enter “I agree to .*…”$/);
  assert.ok(text.length < 100);
});

test('chooses the first available language, else Spanish', () => {
  const chosen = (...tags: (string | null | undefined)[]) => chooseLocale(tags, null).language;
  assert.equal(chosen(null, undefined, 'pt-BR', 'en'), 'pt');
  assert.equal(chosen('fr', 'EN_us'), 'en');
  assert.equal(chosen('fr', 'de'), 'es');
  assert.equal(chosen(), 'es');
});

test('keeps the region of the requested tag', () => {
  assert.equal(chooseLocale([null, 'fr-CA', 'pt_BR', 'pt'], null).tag, 'pt-BR');
  assert.equal(chooseLocale(['fr'], null).tag, 'es');
});
