import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFT_URIS } from 'precandidate-contract';
import { check } from '../../packages/widget/src/validation/validator.ts';
import { localeNumbers } from '../../packages/widget/src/form/fields/locale-numbers.ts';
import { errorMessage } from '../../packages/widget/src/form/error-messages.ts';
import type { InputMethod } from '../../packages/widget/src/form/asked-form/field-info.ts';
import { violationsOf } from '../../packages/widget/src/form/model/violations.ts';
import type { Messages } from '../../packages/widget/src/i18n/messages.ts';
import { MESSAGES } from '../../packages/widget/src/i18n/messages.build.ts';
import { formatMessage } from '../../packages/widget/src/i18n/format-message.ts';
import { FORMATS, SUBSCHEMAS, VALUES } from '../../packages/proxy/src/sanitizer/schema-rules.ts';
import cases from './violated-keywords.json' with { type: 'json' };

const { es, pt, en } = MESSAGES as Record<'es' | 'pt' | 'en', Messages>;
const WORDS = { label: 'Zapatero', ask: 'tu zapatero' };
const INPUT_METHODS: readonly InputMethod[] = ['typed', 'chosen', 'ticked', 'completed'];
/** What the candidate typed: no message may contain it. */
const TYPED = 'qwertz';

/** By keyword: a schema, and data that violates it, with {@link TYPED} where it is text. */
const CASES = cases as Record<string, { schema: object; data: unknown }>;
/** Keywords that only the proxy checks. */
const PROXY_ONLY = ['unevaluatedItems', 'unevaluatedProperties'];
/** Formats that only choose an input. */
const PRESENTATIONAL = new Set(['password', 'phone', 'tel', 'textarea']);
/** Keywords that are never violated themselves. */
const NEVER_VIOLATED =
  /^(\$.*|x-.*|title|description|default|examples|readOnly|writeOnly|deprecated|enumNames|definitions|allOf|then|else|patternProperties|prefixItems|dependentSchemas)$/;

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
  const tables = [SUBSCHEMAS, VALUES].flatMap((table) => Object.values<object>(table));
  const keywords = new Set(tables.flatMap((table) => Object.keys(table)));
  const admitted = [...keywords].filter((keyword) => !NEVER_VIOLATED.test(keyword));
  assert.ok(admitted.length > 25, `${admitted.length}`);
  for (const keyword of admitted) assert.ok(Object.hasOwn(CASES, keyword), keyword);
});

test('every violation has its own message in every language, with the label and without the value', () => {
  for (const [keyword, { schema, data }] of Object.entries(CASES)) {
    const messages = everyMessage(keyword, schema, data);
    for (const found of messages) assertComplete(found);
    assert.notEqual(messages[0]?.text, formatMessage(es.errors.other, WORDS), keyword);
  }
});

test('every allowed format has a message with an example', () => {
  const formats = [...FORMATS].filter((format) => !PRESENTATIONAL.has(format));
  assert.ok(formats.length >= 11, formats.join());
  for (const format of formats)
    for (const found of everyMessage(
      format,
      { format },
      format === 'uri-reference' ? '\\' : TYPED.slice(0, format === 'hostname' ? 0 : 6),
    )) {
      assertComplete(found);
      assert.match(found.text, /[@./:]|P1Y|día|dia|day|-/, found.what);
    }
});
