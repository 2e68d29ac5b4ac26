import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostMessages } from '../src/index.ts';
import { ID_PREFIX, ID_SEPARATOR } from '../src/form/fields/field-id.ts';
import { fieldMessages } from '../src/form/fields/labels.ts';
import { fieldOptions, OPTION_DETAILS } from '../src/form/fields/options.ts';
import { messages as en } from '../src/i18n/en.ts';
import { messages as es } from '../src/i18n/es.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { UNREACHABLE } from '../src/i18n/problem-messages.ts';
import { unreachableMessages, chooseLocale } from '../src/i18n/locale.ts';
import { applyHostOverrides } from '../src/i18n/host-overrides.ts';

const OURS = { es, en, pt: en };
const id = (name: string) => [ID_PREFIX, name].join(ID_SEPARATOR);
const field = { label: 'DNI', ask: 'tu DNI' };

/** The words of an element whose page asks for `tag`. */
function spoken(tag: string, ...hosts: (HostMessages | null)[]): Messages {
  const { language, base, layers } = chooseLocale([tag], hosts);
  return applyHostOverrides(OURS[base], language, layers);
}

test('overrides single messages', () => {
  const words = spoken('es', { es: { submit: 'Mandar', states: { sent: { title: 'Llegó' } } } });
  assert.equal(words.submit, 'Mandar');
  assert.equal(words.states.sent.title, 'Llegó');
  assert.equal(words.states.sent.text, es.states.sent.text);
  assert.equal(words.errors.typed(field), es.errors.typed(field));
});

test('fills placeholders for the field and its number', () => {
  const words = spoken('es', {
    es: {
      add: 'Otra {label}',
      errorSummary: '{count} errores',
      removed: '{label} fuera, {left} quedan',
      option: 'Forma {n}',
      errors: { typed: 'Falta {ask} ({label}) {nothing}', minLength: '{label}: {limit} o más' },
    },
  });
  assert.equal(words.add('referencia'), 'Otra referencia');
  assert.equal(words.errorSummary(2), '2 errores');
  assert.equal(words.removed('Referencia', 0), 'Referencia fuera, 0 quedan');
  assert.equal(words.option(3), 'Forma 3');
  assert.equal(words.errors.typed(field), 'Falta tu DNI (DNI) {nothing}');
  assert.equal(words.errors.minLength(field, '8', 8), 'DNI: 8 o más');
});

test('calls message functions, and falls back to ours when they throw or return nothing', () => {
  const words = spoken('es', {
    es: {
      errorSummary: (count) => '!'.repeat(count),
      option: () => {
        throw new Error('A mistake of the host');
      },
      add: (() => undefined) as unknown as () => string,
    },
  });
  assert.equal(words.errorSummary(3), '!!!');
  assert.equal(words.option(1), es.option(1));
  assert.equal(words.add('x'), es.add('x'));
});

test('selects plural forms', () => {
  const errorSummary = { one: 'خطأ واحد', two: 'خطآن', few: '{n} أخطاء', other: '{n} خطأ' };
  const words = spoken('ar', { ar: { dir: 'rtl', errorSummary } });
  assert.equal(words.errorSummary(1), 'خطأ واحد');
  assert.equal(words.errorSummary(2), 'خطآن');
  assert.equal(words.errorSummary(3), '3 أخطاء');
  assert.equal(words.errorSummary(100), '100 خطأ');
});

test('fills an added language from English or its base', () => {
  const host: HostMessages = { fr: { submit: 'Envoyer' }, qu: { base: 'es', submit: 'Apachiy' } };
  assert.equal(spoken('fr-CA', host).submit, 'Envoyer');
  assert.equal(spoken('fr-CA', host).yes, en.yes);
  assert.equal(spoken('fr', host).language, 'fr');
  assert.equal(spoken('qu', host).yes, es.yes);
  assert.equal(chooseLocale(['de', 'fr'], [host]).language, 'fr');
  assert.equal(chooseLocale(['de'], [host]).language, 'es');
});

test('prefers narrower tags, and the element over the page', () => {
  const page: HostMessages = { es: { submit: 'A', yes: 'B', no: 'C' }, 'es-MX': { yes: 'D' } };
  const own: HostMessages = { es: { no: 'E' }, 'ES-mx': { choose: 'F' } };
  const { submit, yes, no, choose } = spoken('es_MX', page, own);
  assert.deepEqual([submit, yes, no, choose], ['A', 'D', 'E', 'F']);
  assert.equal(spoken('es-PE', page, own).yes, 'B');
  assert.equal(spoken('es-PE', page, own).choose, es.choose);
});

test('ignores unknown keys', () => {
  const wrong = JSON.parse(
    '{"es": {"submit": 7, "yes": {"a": 1}, "states": "gone", "nonsense": "x", "errors": {"typed": 4}, "fields": [], "__proto__": {"no": "x"}}, "en": null, "pt": "x"}',
  ) as HostMessages;
  const words = spoken('es', wrong);
  const { language: _one, byHost: _two, ...plain } = words;
  const { language: _three, ...ours } = es;
  assert.deepEqual(plain, ours);
  assert.equal(spoken('en', wrong).submit, en.submit);
});

test('prefers the host’s labels to the schema’s', () => {
  const messages = spoken('es', {
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
  const wanted = chooseLocale(['fr'], [host]);
  assert.equal(unreachableMessages(wanted, UNREACHABLE).retry, 'Réessayer');
  assert.equal(unreachableMessages(wanted, UNREACHABLE).loading, 'Loading the form');
  assert.equal(unreachableMessages(chooseLocale(['en'], [host]), UNREACHABLE).retry, 'Try again');
});
