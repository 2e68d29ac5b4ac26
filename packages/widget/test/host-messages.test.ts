import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostMessages } from '../src/index.ts';
import { errorMessage } from '../src/form/error-messages.ts';
import { fieldMessages } from '../src/form/fields/labels.ts';
import { fieldOptions, OPTION_DETAILS } from '../src/form/fields/options.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import { formatMessage } from '../src/i18n/format-message.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { unreachableMessages, chooseLocale } from '../src/i18n/locale.ts';
import { applyHostOverrides } from '../src/i18n/host-overrides.ts';
import { toPointer, valueAt } from '../src/validation/json.ts';
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

test('prefers the host’s labels to the schema’s', () => {
  const messages = messagesFor('es', {
    es: {
      fields: { shoe: { label: 'Zapato' }, dob: { hint: 'Como en tu DNI' } },
      choices: { a: 'Uno' },
    },
  });
  const source = { messages, country: 'PE' };
  assert.deepEqual(fieldMessages(id('shoe'), { title: 'Shoe' }, source), {
    label: 'Zapato',
    ask: '“Zapato”',
  });
  const dob = fieldMessages(id('dob'), { title: 'Nacimiento', description: 'Aquí' }, source);
  assert.deepEqual(dob, { label: 'Nacimiento', ask: es.fields.dob.ask, hint: 'Como en tu DNI' });
  const options = { enum: ['a', 'b'], [OPTION_DETAILS]: [{ title: 'A' }, { title: 'B' }] };
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
  const source = { messages: messagesFor('es', { es: { fields } }), country: null };
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
