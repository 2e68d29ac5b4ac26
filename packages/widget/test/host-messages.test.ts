import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostMessages } from '../src/index.ts';
import { ID_PREFIX, ID_SEPARATOR } from '../src/form/fields/field-id.ts';
import { errorMessage } from '../src/form/error-messages.ts';
import { fieldMessages } from '../src/form/fields/labels.ts';
import { fieldOptions, OPTION_DETAILS } from '../src/form/fields/options.ts';
import MESSAGES from '../src/i18n/all-messages.build.ts';
import { formatMessage } from '../src/i18n/format-message.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { unreachableMessages, chooseLocale } from '../src/i18n/locale.ts';
import { applyHostOverrides } from '../src/i18n/host-overrides.ts';

const { es, en } = MESSAGES as Record<'es' | 'en', Messages>;
const id = (name: string) => [ID_PREFIX, name].join(ID_SEPARATOR);
const field = { label: 'DNI', ask: 'tu DNI' };

/** The messages of an element with the locale `tag`. */
function messagesFor(tag: string, host: HostMessages | null): Messages {
  const { language, base, layers } = chooseLocale([tag], host);
  return applyHostOverrides(MESSAGES[base]!, language, layers);
}

test('overrides single messages', () => {
  const messages = messagesFor('es', {
    es: { submit: 'Mandar', states: { sent: { title: 'Llegó' } } },
  });
  assert.equal(messages.submit, 'Mandar');
  assert.equal(messages.states.sent.title, 'Llegó');
  assert.equal(messages.states.sent.text, es.states.sent.text);
  assert.equal(formatMessage(messages.errors.typed, field), formatMessage(es.errors.typed, field));
});

test('fills placeholders for the field and its number', () => {
  const messages = messagesFor('es', {
    es: {
      add: 'Otra {label}',
      errorSummary: '{count} errores',
      removed: '{label} fuera, {left} quedan',
      option: 'Forma {n}',
      errors: { typed: 'Falta {ask} ({label}) {nothing}', minLength: '{label}: {limit} o más' },
    },
  });
  assert.equal(formatMessage(messages.add, 'referencia'), 'Otra referencia');
  assert.equal(formatMessage(messages.errorSummary, 2), '2 errores');
  assert.equal(formatMessage(messages.removed, 'Referencia', 0), 'Referencia fuera, 0 quedan');
  assert.equal(formatMessage(messages.option, 3), 'Forma 3');
  assert.equal(formatMessage(messages.errors.typed, field), 'Falta tu DNI (DNI) {nothing}');
  assert.equal(formatMessage(messages.errors.minLength, field, '8', 8), 'DNI: 8 o más');
});

test('selects plural forms', () => {
  const errorSummary = { one: 'خطأ واحد', two: 'خطآن', few: '{n} أخطاء', other: '{n} خطأ' };
  const messages = messagesFor('ar', { ar: { dir: 'rtl', errorSummary } });
  assert.equal(formatMessage(messages.errorSummary, 1), 'خطأ واحد');
  assert.equal(formatMessage(messages.errorSummary, 2), 'خطآن');
  assert.equal(formatMessage(messages.errorSummary, 3), '3 أخطاء');
  assert.equal(formatMessage(messages.errorSummary, 100), '100 خطأ');
});

test('uses the form for zero, whether or not the language has one', () => {
  const errorSummary = { zero: 'nada', one: '{n} error', other: '{n} errores' };
  const messages = messagesFor('es', { es: { errorSummary } });
  assert.equal(formatMessage(messages.errorSummary, 0), 'nada');
  assert.equal(formatMessage(messages.errorSummary, 2), '2 errores');
});

test('selects the plural form of a message that is not overridden by the rules of our language', () => {
  const messages = messagesFor('ru', { ru: { base: 'es', submit: 'Отправить' } });
  // Russian uses its singular for 21.
  assert.equal(formatMessage(messages.missingSummary, 21), 'Faltan 21 datos');
  assert.equal(formatMessage(messages.missingSummary, 1), 'Falta 1 dato');
});

test('plural forms without the one that a number needs fall back to ours', () => {
  const errorSummary = { one: 'Un error', other: 7 } as unknown as { other: string };
  const messages = messagesFor('es', { es: { errorSummary } });
  assert.equal(formatMessage(messages.errorSummary, 1), 'Un error');
  assert.equal(formatMessage(messages.errorSummary, 2), formatMessage(es.errorSummary, 2));
});

test('a number without a form of the host falls back to the whole message under it', () => {
  const zero = { zero: 'Nada' } as unknown as { other: string };
  const ours = messagesFor('es', { es: { errorSummary: zero } });
  assert.equal(formatMessage(ours.errorSummary, 0), 'Nada');
  assert.equal(formatMessage(ours.errorSummary, 1), formatMessage(es.errorSummary, 1));
  const errorSummary = { one: 'Un error', other: '{n} errores' };
  const wider = messagesFor('es-MX', { es: { errorSummary }, 'es-MX': { errorSummary: zero } });
  assert.equal(formatMessage(wider.errorSummary, 0), 'Nada');
  assert.equal(formatMessage(wider.errorSummary, 1), 'Un error');
  assert.equal(formatMessage(wider.errorSummary, 2), '2 errores');
  const russian = { ru: { base: 'es', missingSummary: { few: '{n} поля' } } };
  const added = messagesFor('ru', russian as unknown as HostMessages);
  assert.equal(formatMessage(added.missingSummary, 3), '3 поля');
  // The Spanish message follows the Spanish rules: Russian uses its singular for 21.
  assert.equal(formatMessage(added.missingSummary, 21), 'Faltan 21 datos');
});

test('ignores functions, and plural forms of a text without values', () => {
  const wrong = { es: { submit: () => 'x', yes: { other: 'x' } } } as unknown as HostMessages;
  const { submit, yes } = messagesFor('es', wrong);
  assert.deepEqual([submit, yes], [es.submit, es.yes]);
});

test('an example and the missing parts of a date are placeholders too', () => {
  const messages = messagesFor('es', {
    es: { exampleHint: 'Así: {text}', date: { missing: '{label} sin {text}', and: ' ni ' } },
  });
  assert.equal(formatMessage(messages.exampleHint, 'A-12'), 'Así: A-12');
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

test('prefers narrower tags', () => {
  const host: HostMessages = {
    es: { submit: 'A', yes: 'B', choose: 'C' },
    'es-MX': { yes: 'D' },
    'ES-mx': { choose: 'E' },
  };
  const { submit, yes, no, choose } = messagesFor('es_MX', host);
  assert.deepEqual([submit, yes, no, choose], ['A', 'D', es.no, 'E']);
  assert.equal(messagesFor('es-PE', host).yes, 'B');
});

test('ignores unknown keys', () => {
  const wrong = JSON.parse(
    '{"es": {"submit": 7, "yes": {"a": 1}, "states": "gone", "nonsense": "x", "errors": {"typed": 4}, "fields": [], "__proto__": {"no": "x"}}, "en": null, "pt": "x"}',
  ) as HostMessages;
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
    ask: '«Zapato»',
  });
  const dob = fieldMessages(id('dob'), { title: 'Nacimiento', description: 'Aquí' }, source);
  assert.deepEqual(dob, { label: 'Nacimiento', ask: es.fields.dob.ask, hint: 'Como en tu DNI' });
  const options = { enum: ['a', 'b'], [OPTION_DETAILS]: [{ title: 'A' }, { title: 'B' }] };
  const labels = fieldOptions(options, source).map(({ label }) => label);
  assert.deepEqual(labels, ['Uno', 'B']);
});

test('overrides the messages of a failed first load', () => {
  const host: HostMessages = { fr: { unreachable: { retry: 'Réessayer' } } };
  const wanted = chooseLocale(['fr'], host);
  assert.equal(unreachableMessages(wanted).retry, 'Réessayer');
  assert.equal(unreachableMessages(wanted).loading, 'Loading the form');
  assert.equal(unreachableMessages(chooseLocale(['en'], host)).retry, 'Try again');
});
