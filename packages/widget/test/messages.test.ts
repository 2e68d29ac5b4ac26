import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS, type ProblemName } from 'precandidate-contract';
import { fieldMessages, messagesAt } from '../src/form/fields/labels.ts';
import { fieldOptions } from '../src/form/fields/options.ts';
import { toPointer } from '../src/validation/json.ts';
import { errorMessage, formErrorMessage } from '../src/form/error-messages.ts';
import type { InputMethod } from '../src/form/asked-form/field-info.ts';
import { localeNumbers } from '../src/form/fields/locale-numbers.ts';
import { type FormViolation, violationsOf } from '../src/form/model/violations.ts';
import { check } from '../src/validation/validator.ts';
import { CANDIDATE_PROBLEMS, candidateProblem } from '../src/i18n/problem-messages.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import { formatMessage } from '../src/i18n/format-message.ts';
import { chooseLocale, retryText, unreachableMessages } from '../src/i18n/locale.ts';
import {
  type FieldMessages,
  type HostMessages,
  type LanguageFile,
  type Messages,
  withPluralRules,
} from '../src/i18n/messages.ts';
import { LANGUAGE_FILES } from '../src/i18n/messages.build.ts';
import { STANDARD_FIELDS } from '../src/i18n/standard-fields.ts';
import { applyHostOverrides } from '../src/i18n/host-overrides.ts';
import { sourceOf } from './message-source.ts';
import errorTables from './tables/errors.json' with { type: 'json' };
import formErrors from './tables/form-errors.json' with { type: 'json' };
import labelTables from './tables/labels.json' with { type: 'json' };
import optionLabels from './tables/option-labels.json' with { type: 'json' };

const languages = LANGUAGE_FILES;
const { es, en } = MESSAGES as Record<'es' | 'en', Messages>;
const id = (...path: string[]) => toPointer(path);
const documentField = { label: 'Número de documento', ask: 'tu número de documento' };

/** The placeholders of every message, by its path. */
function placeholdersIn(tree: object, path = ''): [path: string, placeholders: string][] {
  return Object.entries(tree).flatMap(([name, message]: [string, unknown]) => {
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

test('the next retry is announced in the plural form of the language', () => {
  const announced = (tag: string, host: HostMessages | null, seconds: number) => {
    const locale = chooseLocale([tag], host);
    return retryText(locale, unreachableMessages(locale).retryIn, seconds);
  };
  assert.equal(announced('es', null, 1), 'Lo intentaremos de nuevo en 1 segundo.');
  assert.equal(announced('es', null, 5), 'Lo intentaremos de nuevo en 5 segundos.');
  const retryIn = { one: 'za {n} sekundę', few: 'za {n} sekundy', other: 'za {n} sekund' };
  const polish = { pl: { unreachable: { retryIn } } };
  assert.deepEqual(
    [1, 2, 5].map((seconds) => announced('pl', polish, seconds)),
    ['za 1 sekundę', 'za 2 sekundy', 'za 5 sekund'],
  );
  assert.equal(announced('x', { x: { unreachable: { retryIn } } }, 5), 'za 5 sekund');
});

test('an error of the form as a whole says what to do with it', () => {
  for (const { schema, language, text } of formErrors) {
    const [violation] = violationsOf(check(schema as object, { a: '1' }));
    assert.ok(violation);
    assert.equal(formErrorMessage(violation, MESSAGES[language]!), text);
  }
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

test('every problem of the catalogue has a message', () => {
  const own: readonly string[] = CANDIDATE_PROBLEMS;
  for (const name of Object.keys(PROBLEMS) as ProblemName[])
    if (name !== 'proxy-unreachable') assert.ok(own.includes(candidateProblem(name)), name);
  for (const { language } of languages)
    assert.ok(unreachableMessages(chooseLocale([language], null)).text);
});

test('an option without a title is labeled by its value', () => {
  const label = (value: string | number, name = '') =>
    fieldOptions({ enum: [value], enumNames: [name] }, sourceOf(es, 'PE'))[0]?.label;
  for (const [value, text, name] of optionLabels as [string | number, string, string?][])
    assert.equal(label(value, name), text);
});

test('entries are numbered from 1', () => {
  const source = sourceOf(es);
  const around = { hasSharedTitle: false, documentType: undefined, hostUi: undefined };
  const label = (entry: string | null, schema = {}) =>
    messagesAt(id('referees', '1'), schema, { ...around, entry }, source).label;
  assert.equal(label('Referencia'), 'Referencia 2');
  assert.equal(label(null, { title: 'Segunda' }), 'Segunda');
  assert.equal(label(null), 'Referencia 2');
});

test('the host’s label of an array comes before its title', () => {
  const label = (given: object, schema = {}) => {
    const messages = applyHostOverrides(es, 'es', [{ fields: { referees: given } }]);
    const source = sourceOf(messages);
    return fieldMessages(id('referees'), { type: 'array', ...schema }, source).label;
  };
  assert.equal(label({ many: 'Quienes te conocen' }), 'Quienes te conocen');
  assert.equal(label({ label: 'Contacto' }, { title: 'X' }), 'Contacto');
});

interface LabelTable {
  name: string;
  cases: ({
    path: string;
    schema?: object;
    language?: 'es' | 'pt' | 'en';
    country?: string | null;
    /** The chosen type of document. */
    type?: string;
  } & ReturnType<typeof fieldMessages>)[];
}

for (const { name, cases } of labelTables as unknown as LabelTable[])
  test(name, () => {
    for (const { path, schema = {}, language = 'es', country = 'PE', type, ...expected } of cases) {
      const source = sourceOf(MESSAGES[language]!, country);
      assert.deepEqual(fieldMessages(id(...path.split('/')), schema, source, type), expected, path);
    }
  });

interface ErrorTable {
  name: string;
  cases: {
    /** The field that the message names: by its path and schema, or by its words. */
    path?: string;
    schema?: object;
    words?: FieldMessages;
    keyword?: string;
    params?: FormViolation['params'];
    /** Instead of `keyword`: a schema, and data that violates it. */
    violates?: object;
    data?: unknown;
    /** Tag whose numbers the message has. */
    numbers?: string;
    by?: InputMethod;
    language?: 'es' | 'pt' | 'en';
    country?: string;
    text: string;
  }[];
}

for (const { name, cases } of errorTables as unknown as ErrorTable[])
  test(name, () => {
    for (const each of cases) {
      const { path = '', schema = {}, keyword = 'required', params = {}, country = null } = each;
      const messages = MESSAGES[each.language ?? 'es']!;
      const field = {
        messages: each.words ?? fieldMessages(id(path), schema, sourceOf(messages, country)),
        inputMethod: each.by ?? 'typed',
        valueSchema: schema,
      };
      const { violates, data, numbers } = each;
      const [violation] = violates
        ? violationsOf(check(violates, data), data)
        : [{ pointer: '', keyword, params }];
      assert.ok(violation);
      const format = numbers === undefined ? String : localeNumbers(numbers, null).format;
      assert.equal(errorMessage(violation, field, messages, format), each.text);
    }
  });

const fieldIn = (messages: Messages, name: string, schema: object) =>
  fieldMessages(id(name), schema, sourceOf(messages));

test('an error does not repeat the text of a long consent, and shortens other long labels', () => {
  const title = 'I agree to everything that follows. '.repeat(20).trim();
  const violation = { pointer: '/ok', keyword: 'required', params: {} };
  const field = fieldIn(en, 'ok', { type: 'boolean', enum: [true], title });
  assert.equal(field.label, title);
  assert.equal(
    errorMessage(violation, { messages: field, inputMethod: 'ticked' }, en, String),
    'Select this box to continue',
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

for (const [tags, language, tag] of [
  [[null, undefined, 'pt-BR', 'en'], 'pt', 'pt-BR'],
  [[null, 'fr-CA', 'pt_BR', 'pt'], 'pt', 'pt-BR'],
  [['fr', 'EN_us'], 'en', 'EN-us'],
  [['fr', 'de'], 'es', 'es'],
  [[], 'es', 'es'],
] as const)
  test(`of ${tags.join()}, chooses the first available language with its region: ${tag}`, () => {
    const chosen = chooseLocale(tags, null);
    assert.deepEqual([chosen.language, chosen.tag], [language, tag]);
  });

test('what a wait cannot change never tells a candidate to wait', () => {
  const waiting = ['internal', 'rate-limited', 'submission-in-progress'];
  for (const [name, { retryable }] of Object.entries(PROBLEMS))
    if (!retryable) assert.ok(!waiting.includes(candidateProblem(name as ProblemName)), name);
});
