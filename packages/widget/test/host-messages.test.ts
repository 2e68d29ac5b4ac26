import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostMessages } from '../src/index.ts';
import { errorMessage } from '../src/form/error-messages.ts';
import { fieldMessages } from '../src/form/fields/labels.ts';
import { ignoredMessages } from '../src/i18n/ignored-messages.ts';
import { fieldOptions, OPTION_DETAILS } from '../src/form/fields/options.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import { formatMessage } from '../src/i18n/format-message.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { chooseLocale, retryText, unreachableMessages } from '../src/i18n/locale.ts';
import { applyHostOverrides } from '../src/i18n/host-overrides.ts';
import { toPointer, valueAt } from '../src/validation/json.ts';
import { sourceOf } from './message-source.ts';
import cases from './tables/host-messages.json' with { type: 'json' };

const { es, en } = MESSAGES as Record<'es' | 'en', Messages>;
const id = (name: string) => `/${name}`;
const field = { label: 'DNI', ask: 'tu DNI' };

/** The messages of an element with the locale `tag`. */
function messagesFor(tag: string, host: HostMessages | null): Messages {
  const { language, base, layers } = chooseLocale([tag], host);
  return applyHostOverrides(MESSAGES[base]!, language, layers);
}

interface Case {
  name: string;
  tag: string;
  host: HostMessages;
  texts: { path: string; values: unknown[]; text: string }[];
}

for (const { name, tag, host, texts } of cases as unknown as Case[])
  test(name, () => {
    for (const { path, values, text } of texts) {
      const message = valueAt(messagesFor(tag, host), toPointer(path.split('.')));
      assert.equal(Reflect.apply(formatMessage, undefined, [message, ...values]), text, path);
    }
  });

test('the missing parts of a date are placeholders too', () => {
  const messages = messagesFor('es', {
    es: { date: { missing: '{label} sin {text}', and: ' ni ' } },
  });
  const fault = { kind: 'missing', parts: ['day', 'year'] };
  const violation = { pointer: '', keyword: 'format', params: { fault } };
  const text = errorMessage(violation, { messages: field, inputMethod: 'typed' }, messages, String);
  assert.equal(text, 'DNI sin el día ni el año');
});

test('fills an added language from English or its base', () => {
  const host: HostMessages = { fr: { submit: 'Envoyer' }, qu: { base: 'es', submit: 'Apachiy' } };
  assert.equal(messagesFor('fr-CA', host).submit, 'Envoyer');
  assert.equal(messagesFor('fr-CA', host).yes, en.yes);
  assert.equal(messagesFor('fr', host).language, 'fr');
  assert.equal(messagesFor('qu', host).yes, es.yes);
  assert.equal(chooseLocale(['de', 'fr'], host).language, 'fr');
  assert.equal(chooseLocale(['de'], host).language, 'es');
});

test('ignores unknown keys, functions, and plural forms of a text without values', () => {
  const wrong = JSON.parse(
    '{"es": {"submit": 7, "yes": {"a": 1}, "states": "gone", "nonsense": "x", "no": {"other": "x"}, "errors": {"typed": 4}, "fields": [], "__proto__": {"no": "x"}}, "en": null, "pt": "x"}',
  ) as HostMessages;
  Object.assign(wrong['es'] as object, { choose: () => 'x' });
  const messages = messagesFor('es', wrong);
  const { language: _one, byHost: _two, ...plain } = messages;
  const { language: _three, ...ours } = es;
  assert.deepEqual(plain, ours);
  assert.equal(messagesFor('en', wrong).submit, en.submit);
});

test('ignores blank texts, other than a hint, and texts that lack a placeholder', () => {
  const host: HostMessages = {
    es: {
      submit: ' ',
      remove: 'Quitar',
      choices: { a: '' },
      fields: { dob: { label: '', hint: '' }, shoe: { label: ' ' } },
      errors: { minLength: { one: '{ask}: uno', other: '{ask}: más' } },
      unreachable: { retry: '', retryIn: 'Ya' },
    },
  };
  const messages = messagesFor('es', host);
  assert.equal(messages.submit, es.submit);
  assert.equal(messages.confirm, es.confirm);
  assert.equal(messages.remove, es.remove);
  assert.equal(messages.fields.dob.label, es.fields.dob.label);
  const source = sourceOf(messages);
  assert.deepEqual(fieldMessages(id('dob'), {}, source).hint, undefined);
  assert.equal(fieldMessages(id('shoe'), { title: 'Zapato' }, source).label, 'Zapato');
  assert.equal(fieldOptions({ enum: ['a'] }, source)[0]?.label, 'a');
  assert.equal(formatMessage(messages.errors.minLength, field, 1), 'tu DNI: uno');
  assert.equal(
    formatMessage(messages.errors.minLength, field, 3),
    formatMessage(es.errors.minLength, field, 3),
  );
  const unreachable = unreachableMessages(chooseLocale(['es'], host));
  assert.deepEqual(unreachable, unreachableMessages(chooseLocale(['es'], null)));
});

test('prefers the host’s labels to the schema’s', () => {
  const messages = messagesFor('es', {
    es: {
      fields: { shoe: { label: 'Zapato' }, dob: { hint: 'Como en tu DNI' } },
      choices: { a: 'Uno' },
    },
  });
  const source = sourceOf(messages, 'PE');
  assert.deepEqual(fieldMessages(id('shoe'), { title: 'Shoe' }, source), {
    label: 'Zapato',
    ask: '“Zapato”',
  });
  const dob = fieldMessages(id('dob'), { title: 'Nacimiento', description: 'Aquí' }, source);
  assert.deepEqual(dob, { label: 'Nacimiento', ask: es.fields.dob.ask, hint: 'Como en tu DNI' });
  const details = ['a', 'b'].map((value) => ({ value, title: value.toUpperCase() }));
  const options = { enum: ['a', 'b'], [OPTION_DETAILS]: details };
  const labels = fieldOptions(options, source).map(({ label }) => label);
  assert.deepEqual(labels, ['Uno', 'B']);
});

test('keeps the hint of a field whose label alone is overridden', () => {
  const fields = {
    document_id: { label: 'Tu DNI' },
    first_name: { label: 'Nombre' },
    shoe: { label: 'Zapato' },
    referees: { label: 'Contacto' },
  };
  const source = sourceOf(messagesFor('es', { es: { fields } }));
  const labeled = (name: string, schema = {}) => {
    const { label, hint } = fieldMessages(id(name), schema, source);
    return [label, hint];
  };
  assert.deepEqual(labeled('first_name'), ['Nombre', es.fields.first_name.hint]);
  assert.deepEqual(labeled('shoe', { description: 'Talla' }), ['Zapato', 'Talla']);
  assert.deepEqual(labeled('referees', { type: 'array' }), ['Contacto', undefined]);
  const inPeru = { ...source, country: 'PE' };
  assert.equal(fieldMessages(id('document_id'), {}, inPeru).hint, es.documents.pe_any.hint);
});

test('overrides the messages of a failed first load', () => {
  const host: HostMessages = { fr: { unreachable: { retry: 'Réessayer' } } };
  const wanted = chooseLocale(['fr'], host);
  assert.equal(unreachableMessages(wanted).retry, 'Réessayer');
  assert.equal(unreachableMessages(wanted).loading, 'Loading the form');
  assert.equal(unreachableMessages(chooseLocale(['en'], host)).retry, 'Try again');
});

/** What a page without types may have in place of a text or a group. */
const WRONG: unknown[] = [
  false,
  true,
  7,
  Number.NaN,
  10n,
  Symbol('no'),
  null,
  undefined,
  [],
  ['x', 1],
  {},
  { one: 1, other: null },
  { toString: 'x', valueOf: 4, length: 2 },
  { label: { label: false }, ask: 4, hint: [] },
  new Date(0),
  () => {
    throw new Error('called');
  },
  {
    get label(): string {
      throw new Error('read');
    },
  },
  new Proxy(
    {},
    {
      ownKeys() {
        throw new Error('listed');
      },
    },
  ),
];
const cycle: Record<string, unknown> = {};
cycle['label'] = cycle;
WRONG.push(cycle);

/** Dotted paths of all texts and groups. */
function pathsIn(tree: object, path: readonly string[] = []): string[][] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const own = [...path, name];
    return typeof value === 'object' && value !== null ? [own, ...pathsIn(value, own)] : [own];
  });
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value);

/** Fails unless `messages` has the shape of ours, and each text can be formatted. */
function assertUsable(messages: unknown, ours: unknown, path: string): void {
  if (typeof ours === 'string' || (ours !== null && Object.hasOwn(Object(ours), 'one'))) {
    const text = Reflect.apply(formatMessage, undefined, [messages, field, 3]);
    assert.equal(typeof text, 'string', path);
    return;
  }
  for (const [name, own] of Object.entries(ours as object))
    if (!['months', 'titles', 'plural'].includes(name))
      assertUsable((messages as Record<string, unknown>)[name], own, `${path}.${name}`);
}

test('no value of a wrong type, anywhere in the messages, breaks them', () => {
  const names = [
    ['unreachable', 'title'],
    ['unreachable', 'retryIn'],
    ['unreachable', 'retryIn', 'other'],
    ['fields', 'shoe'],
    ['fields', 'shoe', 'label'],
    ['choices', 'no'],
    ['base'],
    ['dir'],
  ];
  const paths = [[], ['es'], ...[...pathsIn(es), ...names].map((path) => ['es', ...path])];
  for (const path of paths)
    for (const wrong of WRONG) {
      const host = nested(path, wrong) as HostMessages;
      const messages = messagesFor('es', host);
      assertUsable(messages, es, path.join('.'));
      const source = sourceOf(messages, 'PE');
      for (const each of Object.values(fieldMessages('/shoe', {}, source)))
        assert.equal(typeof each, 'string');
      for (const { label } of fieldOptions({ enum: ['no', 'yes'] }, source))
        assert.equal(typeof label, 'string');
      const locale = chooseLocale(['es'], host);
      const { retryIn, ...unreachable } = unreachableMessages(locale);
      for (const each of [...Object.values(unreachable), retryText(locale, retryIn, 3)])
        assert.equal(typeof each, 'string');
      for (const sentence of ignoredMessages(host, es)) assert.ok(sentence.length > 0);
    }
});

for (const [given, ...sentences] of [
  [
    { es: { choices: { no: false } } },
    /^ignores es\.choices\.no, which is the boolean false\. .*quotes/,
  ],
  [{ es: { submit: 7 } }, /^ignores es\.submit, which is the number 7\./],
  [{ es: { submit: { other: 'x' } } }, /^ignores es\.submit, which is a group\. .*text/],
  [{ es: { states: 'gone' } }, /^ignores es\.states, which is a text\. Write an object/],
  [
    { es: { fields: { dob: 'Nacimiento' } } },
    /^ignores es\.fields\.dob, which is a text\. Write an object/,
  ],
  [
    { es: { fields: { dob: { label: null } } } },
    /^ignores es\.fields\.dob\.label, which is null\./,
  ],
  [
    { es: { errors: { minLength: { one: 1 } } } },
    /^ignores es\.errors\.minLength\.one, which is the number 1\./,
  ],
  [{ es: { choose: () => 'x' } }, /^ignores es\.choose, which is a function\./],
  [{ es: ['x'] }, /^ignores es, which is a list\. Write an object/],
  ['es', /^ignores messages, which is a text\. Write an object/],
  [{ es: { unreachable: { titel: 'x' } } }, /^does not know the message es\.unreachable\.titel\./],
  [{ es: { submitt: 'x', states: { sendt: 'y' } } }, /es\.submitt\./, /es\.states\.sendt\./],
  [
    { es: { submit: '', fields: { dob: { label: '  ', hint: '' } }, yes: ' ' } },
    /^ignores es\.submit, which is blank\./,
    /^ignores es\.fields\.dob\.label, which is blank\./,
    /^ignores es\.yes, which is blank\./,
  ],
  [
    { es: { remove: 'Quitar', errors: { minLength: { one: '{ask}', other: '{label}: más' } } } },
    /^ignores es\.remove, which lacks \{label\}\./,
    /^ignores es\.errors\.minLength\.other, which lacks \{n\}\./,
  ],
  [
    { es: { unreachable: { retryIn: 'Ya' } } },
    /^ignores es\.unreachable\.retryIn, which lacks \{n\}\./,
  ],
  [
    {
      es: {
        submit: 'x',
        errorSummary: { few: '{n} y', other: '{n} z' },
        fields: { any: { many: 'x' } },
      },
    },
  ],
] as [unknown, ...RegExp[]][])
  test(`names what it ignores: ${JSON.stringify(given)}`, () => {
    const found = ignoredMessages(given, es);
    assert.equal(found.length, sentences.length, found.join());
    for (const [index, sentence] of sentences.entries()) assert.match(found[index] ?? '', sentence);
  });
