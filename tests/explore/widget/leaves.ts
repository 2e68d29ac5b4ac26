import fc, { type Arbitrary } from 'fast-check';
import { rarely, seldom } from '../shared/chances.ts';
import choices from './choices.json' with { type: 'json' };
import type { Field, FieldKind, Schema } from './form.ts';
import type { Json } from './json.ts';

/** The schema of a question, and what the oracle knows about it. */
export interface Leaf extends Pick<
  Field,
  'options' | 'samples' | 'isPrefilled' | 'isSilent' | 'mayBeNull'
> {
  kind: FieldKind;
  schema: Schema;
  /** The only name that makes it this kind of question. */
  name?: string;
  /** In a finding's words, where the kind does not say enough. */
  words?: string;
  /** What a condition can ask for: one of these values, or that there is any. */
  decides?: readonly Json[] | 'presence';
}

/** Writes that a value is this one, in the form's draft. */
type Constant = (value: Json) => Schema;

interface LeafKind<Given> {
  weight: number;
  given: Arbitrary<Given>;
  leaf: (given: NoInfer<Given>, constant: Constant) => Leaf;
}

const leafKind = <Given>(kind: LeafKind<Given>): LeafKind<unknown> => kind as LeafKind<unknown>;

/**
 * Schemas of texts; the first two samples are valid. A form may leave some of the rules to the proxy, where
 * leaving them out refuses more. A pattern that is slow takes its `not` along: what breaks it is sent (ADR 3).
 */
const TEXTS: Record<string, { schema: Schema; samples: string[] }> = choices.texts;

const CHOICES: Json[][] = [
  ...choices.values,
  Array.from({ length: 24 }, (_, at) => `Town ${at + 1}`),
];

/** What the screen says for a value without a title, in any language. */
function labelsOf(value: Json): string[] {
  if (value === null) return ['I prefer not to say', 'Prefiero no decirlo', 'Prefiro não informar'];
  if (typeof value === 'boolean') return value ? ['Yes', 'Sí', 'Sim'] : ['No', 'Não'];
  return [String(value)];
}

const FILES: Schema[] = [
  { contentEncoding: 'base64' },
  { format: 'data-url' },
  { format: 'data-url', contentMediaType: 'text/plain' },
  { format: 'data-url', contentMediaType: 'application/pdf' },
  { format: 'data-url', maxLength: 9_000 },
  { contentEncoding: 'base64', maxLength: 9_000 },
];

const NUMBER_RULES = [{ minimum: 0 }, { minimum: 5 }, { maximum: 12 }, { multipleOf: 0.5 }];

/** Any text answers it, as it does a name that no schema defines. */
export const UNTYPED: Leaf = {
  kind: 'text',
  schema: { not: { enum: ['none'] } },
  samples: ['Untyped quux', 'Zyx'],
  words: 'untyped',
};

/** Every kind of question. */
export const LEAVES: Record<string, LeafKind<unknown>> = {
  text: leafKind({
    weight: 4,
    given: fc.record({
      rule: fc.constantFrom(...Object.keys(TEXTS)),
      also: rarely(fc.constantFrom('null', 'number'), 5),
      initial: rarely(fc.constantFrom('empty', 'valid'), 6),
    }),
    leaf({ rule, also, initial }) {
      const { schema, samples } = TEXTS[rule] ?? { schema: {}, samples: [] };
      const isNullable = also === 'null';
      const type = also ? ['string', also] : 'string';
      return {
        kind: 'text',
        schema: {
          type,
          ...schema,
          ...(initial && { default: initial === 'empty' ? '' : samples[0] }),
        },
        samples,
        words: initial ? `text with ${initial} default` : isNullable ? 'nullable text' : 'text',
        isPrefilled: initial === 'valid',
        ...(isNullable && { mayBeNull: true }),
        ...(!isNullable && !initial && { decides: 'presence' }),
      };
    },
  }),
  untyped: leafKind({
    weight: 1,
    given: fc.constant(undefined),
    leaf: () => UNTYPED,
  }),
  number: leafKind({
    weight: 2,
    given: fc.record({
      type: fc.constantFrom('integer', 'number'),
      also: rarely(fc.constantFrom('null', 'string'), 5),
      rule: rarely(fc.constantFrom(...NUMBER_RULES)),
      initial: rarely(fc.constantFrom(0, 7)),
    }),
    leaf: ({ type: own, also, rule, initial }) => ({
      kind: 'number',
      schema: {
        type: also ? [own, also] : own,
        ...rule,
        ...(initial !== undefined && { default: initial }),
      },
      samples: ['12', '7', '5', 'quux'],
      words: also ? `number or ${also}` : 'number',
      isPrefilled: initial !== undefined,
      ...(also === 'null' ? { mayBeNull: true } : { decides: 'presence' }),
    }),
  }),
  yesNo: leafKind({
    weight: 4,
    given: fc.record({ initial: rarely(fc.boolean()), isNullable: seldom(8) }),
    leaf: ({ initial, isNullable }) => ({
      kind: 'yesNo',
      schema: {
        type: isNullable ? ['boolean', 'null'] : 'boolean',
        ...(initial !== undefined && { default: initial }),
      },
      ...(isNullable && { mayBeNull: true, words: 'nullable yesNo' }),
      isPrefilled: initial !== undefined,
      decides: [true, false],
    }),
  }),
  consent: leafKind({
    weight: 1,
    given: fc.constant(undefined),
    leaf: (_given, constant) => ({
      kind: 'consent',
      schema: { type: 'boolean', ...constant(true) },
    }),
  }),
  choice: leafKind({
    weight: 3,
    given: fc.record({
      values: fc.constantFrom(...CHOICES),
      as: fc.constantFrom('enum' as const, 'oneOf' as const, 'anyOf' as const),
      hasDefault: seldom(5),
    }),
    leaf: ({ values, as, hasDefault }, constant) => {
      const initial = hasDefault ? { default: values[0] ?? null } : {};
      const titled = values.map((value) => ({ ...constant(value), title: `Answer ${value}` }));
      return {
        kind: 'choice',
        schema: { ...(as === 'enum' ? { enum: [...values] } : { [as]: titled }), ...initial },
        options: values.flatMap((value) =>
          (as === 'enum' ? labelsOf(value) : [`Answer ${value}`]).map((label) => [label, value]),
        ),
        isPrefilled: hasDefault,
        // Without a title, it also says that there is no answer.
        ...(as === 'enum' && values.includes(null) && { mayBeNull: true }),
        decides: as === 'enum' ? values.filter((value) => value !== null) : values,
      };
    },
  }),
  several: leafKind({
    weight: 1,
    given: fc.constantFrom(3, 20),
    leaf(count) {
      const values = Array.from({ length: count }, (_, at) => `Trade ${at + 1}`);
      const items = { type: 'string', enum: values };
      return {
        kind: 'several',
        schema: { type: 'array', uniqueItems: true, items },
        options: values.map((value) => [value, value]),
      };
    },
  }),
  date: leafKind({
    weight: 1,
    given: fc.constant(undefined),
    leaf: () => ({
      kind: 'date',
      schema: { type: 'string', format: 'date' },
      decides: 'presence',
    }),
  }),
  time: leafKind({
    weight: 1,
    given: fc.constantFrom('time', 'date-time'),
    leaf: (format) => ({
      kind: 'text',
      schema: { type: 'string', format },
      samples: format === 'time' ? ['10:30', '23:05'] : ['2024-05-06T10:30', '1999-12-31T23:59'],
      words: format,
      decides: 'presence',
    }),
  }),
  file: leafKind({
    weight: 2,
    given: fc.constantFrom(...FILES),
    leaf: (format) => ({ kind: 'file', schema: { type: 'string', ...format } }),
  }),
  // The proxy has a list of them; their names are sent as codes.
  city: leafKind({
    weight: 2,
    given: fc.constant(undefined),
    leaf: () => ({
      kind: 'choice',
      name: 'city_locode',
      schema: { type: 'string' },
      options: [
        ['Lima', 'PE LIM'],
        ['Arequipa', 'PE AQP'],
      ],
      words: 'city',
    }),
  }),
  constant: leafKind({
    weight: 1,
    given: fc.record({
      value: fc.constantFrom<Json>('fixed', 'acknowledged', 3, false),
      as: fc.constantFrom('constant', 'titled constant', 'read-only value'),
    }),
    leaf: ({ value, as }, constant) => ({
      kind: 'constant',
      schema:
        as === 'read-only value'
          ? { type: typeof value, default: value, readOnly: true }
          : constant(value),
      isSilent: true,
      words: as,
    }),
  }),
};
