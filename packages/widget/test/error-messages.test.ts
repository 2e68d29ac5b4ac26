import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DRAFT_URIS } from 'precandidate-contract';
import { check } from '../src/validation/validator.ts';
import { localeNumbers } from '../src/form/fields/locale-numbers.ts';
import { errorMessage } from '../src/form/error-messages.ts';
import type { InputMethod } from '../src/form/field-store.ts';
import { violationsOf } from '../src/form/violations.ts';
import type { Messages } from '../src/i18n/messages.ts';
import MESSAGES from '../src/i18n/all-messages.build.ts';
import { formatMessage } from '../src/i18n/format-message.ts';
import cases from './tables/violated-keywords.json' with { type: 'json' };

const { es, pt, en } = MESSAGES as Record<'es' | 'pt' | 'en', Messages>;
const WORDS = { label: 'Zapatero', ask: 'tu zapatero' };
const INPUT_METHODS: readonly InputMethod[] = ['typed', 'chosen', 'ticked', 'completed'];
/** What the candidate typed: no message may contain it. */
const TYPED = 'qwertz';
const FORM_KEYWORDS = readFileSync(
  new URL('../../proxy/src/validation/schema-rules.ts', import.meta.url),
  'utf8',
);

/** By keyword: a schema, and data that violates it, with {@link TYPED} where it is text. */
const CASES = cases as Record<string, { schema: object; data: unknown }>;
/** Keywords that only the proxy checks. */
const PROXY_ONLY = ['unevaluatedItems', 'unevaluatedProperties'];
const FORMAT_CASES = [
  ...(/FORMATS[^;]*/.exec(FORM_KEYWORDS)?.[0].matchAll(/'([a-z0-9-]+)'/g) ?? []),
]
  .map(([, format = '']) => format)
  .filter((format) => !/[A-Z]/.test(format));
/** Keywords that are never violated themselves. */
const NEVER_VIOLATED =
  /^(\$.*|title|description|default|examples|readOnly|writeOnly|contentEncoding|contentMediaType|deprecated|enumNames|definitions|allOf|then|else|patternProperties|prefixItems|dependentSchemas)$/;

interface Found {
  what: string;
  text: string;
}

function everyMessage(what: string, schema: object, data: unknown): Found[] {
  // The only keyword of ours that 2020-12 does not have.
  const draft = what === 'additionalItems' ? 'draft-07' : '2020-12';
  const errors = check({ $schema: DRAFT_URIS[draft], ...schema }, data);
  const violations = PROXY_ONLY.includes(what)
    ? [{ pointer: '', keyword: what, params: {} }]
    : violationsOf(errors, data);
  assert.ok(violations.length > 0, `${what} is not violated`);
  return [es, pt, en].flatMap((messages) =>
    INPUT_METHODS.flatMap((inputMethod) =>
      violations.map((violation) => ({
        what: `${messages.language} ${what}, ${inputMethod}`,
        text: errorMessage(
          violation,
          { messages: WORDS, inputMethod },
          messages,
          localeNumbers(messages.language, null).format,
        ),
      })),
    ),
  );
}

function assertComplete({ what, text }: Found): void {
  const label = `${what}: ${text}`;
  assert.ok(text.includes(WORDS.label) || text.includes(WORDS.ask), label);
  assert.doesNotMatch(text, /undefined|null|NaN|\[object|[{}$]/, label);
  assert.doesNotMatch(text, new RegExp(`${TYPED}|987`), label);
  assert.doesNotMatch(text, /schema|must match|property|should|items|instance/i, label);
}

test('every keyword that the proxy accepts and data can violate has a case here', () => {
  const tables = FORM_KEYWORDS.slice(
    FORM_KEYWORDS.indexOf('const IN_BOTH'),
    FORM_KEYWORDS.indexOf('REFUSED_KEYWORDS'),
  );
  const admitted = [
    ...tables.matchAll(/^ {2,4}(\$?[a-zA-Z]+): /gm),
    ...tables.matchAll(/, (additionalItems): /g),
  ]
    .map(([, keyword = '']) => keyword)
    .filter((keyword) => !NEVER_VIOLATED.test(keyword));
  assert.ok(admitted.length > 25, `${admitted.length}`);
  for (const keyword of admitted) assert.ok(Object.hasOwn(CASES, keyword), keyword);
});

test('every violation has a message in every language, with the label and without the value', () => {
  for (const [keyword, { schema, data }] of Object.entries(CASES))
    for (const found of everyMessage(keyword, schema, data)) assertComplete(found);
});

test('a known keyword never gets the general message “Check …”', () => {
  for (const [keyword, { schema, data }] of Object.entries(CASES)) {
    const [found] = everyMessage(keyword, schema, data);
    assert.notEqual(found?.text, formatMessage(es.errors.other, WORDS), keyword);
  }
});

test('every allowed format has a message with an example', () => {
  assert.ok(FORMAT_CASES.length >= 11, FORMAT_CASES.join());
  for (const format of FORMAT_CASES)
    for (const found of everyMessage(
      format,
      { format },
      format === 'uri-reference' ? '\\' : TYPED.slice(0, format === 'hostname' ? 0 : 6),
    )) {
      assertComplete(found);
      assert.match(found.text, /[@./:]|P1Y|día|dia|day|-/, found.what);
    }
});

test('limits are written as the locale does', () => {
  const minimum = { pointer: '', keyword: 'minimum', params: { limit: 10_000.5 } };
  const text = (tag: string) =>
    errorMessage(
      minimum,
      { messages: WORDS, inputMethod: 'typed' },
      es,
      localeNumbers(tag, null).format,
    );
  assert.equal(text('es-PE'), 'Zapatero: debe ser 10,000.5 o más');
  assert.equal(text('es-CL'), 'Zapatero: debe ser 10.000,5 o más');
});

test('a number with too many digits has its own message', () => {
  const schema = { properties: { a: { type: 'integer' } } };
  const data = { a: '12345678901234567890' };
  const [violation] = violationsOf(check(schema, data), data);
  assert.ok(violation);
  const text = errorMessage(violation, { messages: WORDS, inputMethod: 'typed' }, es, String);
  assert.equal(text, formatMessage(es.errors.tooLong, WORDS));
});

test('a simple pattern explains which characters and how many it accepts', () => {
  const message = (pattern: string, text: string, example?: string) => {
    const [violation] = violationsOf(check({ pattern }, text), text);
    assert.equal(violation?.keyword, 'pattern');
    const field = {
      messages: { ...WORDS, ...(example && { example }) },
      inputMethod: 'typed',
    } as const;
    return errorMessage(violation, field, en, String);
  };
  const { digits, letters, lettersAndDigits, pattern } = en.errors;
  assert.equal(message('^\\d{11}$', '20 123'), formatMessage(digits, WORDS));
  assert.equal(message('^[0-9]+$', 'x'), formatMessage(digits, WORDS));
  assert.equal(message('^([A-Za-z]{3,})$', 'Zoë B'), formatMessage(letters, WORDS));
  assert.equal(message('^[a-zA-Z\\d]{3,5}$', 'a-1'), formatMessage(lettersAndDigits, WORDS));
  assert.equal(message('^\\d{11}$', '20123'), 'Zapatero must have 11 characters or more');
  assert.equal(message('^\\d{8,11}$', '1'.repeat(12)), 'Zapatero must have 11 characters or fewer');
  assert.equal(message('^\\d{11}$', '1'.repeat(12)), 'Zapatero must have 11 characters or fewer');
  for (const [other, text] of [
    ['^[A-Z]{3}$', 'abc'],
    ['^[A-Za-z ]{3}$', 'ab1'],
    ['^[0-9+]{9,12}$', '+51 9'],
    ['^[0-9()]{3}$', '(1 2'],
    ['^(10|20)\\d{9}$', '30123456789'],
    ['^\\D+$', '1'],
  ] as const)
    assert.equal(message(other, text), formatMessage(pattern, WORDS), other);
  assert.match(message('^\\d{11}$', 'x', '20123456789'), /20123456789/);
});
