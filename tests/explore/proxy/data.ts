import fc from 'fast-check';
import { rarely } from '../shared/chances.ts';
import FIELDS from './fields.json' with { type: 'json' };
import type { FormSchema } from './service-forms.ts';

/** What a candidate enters, before it is fitted to the form. */
export interface Entered {
  /** As they are written in JSON. */
  numbers: readonly string[];
  /** Makes one of the fields large, where the form has one that can be. */
  large: number | undefined;
  /** Whether optional fields are left out. */
  isBrief: boolean;
}

/** A number as it is written in JSON, seldom one that a double cannot hold. */
export const jsonNumber: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('0', '-1', '42', '1.5', '1.10', '1e3', '12345678901') },
  { weight: 1, arbitrary: fc.constantFrom('9007199254740993', '0.12345678901234567890') },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String) },
);

export const entered: fc.Arbitrary<Entered> = fc.record({
  numbers: fc.array(jsonNumber, { minLength: 1, maxLength: 2 }),
  large: rarely(fc.nat({ max: 20 }), 3),
  isBrief: fc.boolean(),
});

export function enteredWords({ numbers, large, isBrief }: Entered): string {
  return `${large === undefined ? '' : `large field ${large}, `}numbers ${numbers.join(', ')}${isBrief ? ', required fields only' : ''}`;
}

const LONG = 2_000_000;
const MANY = 250_000;
const DEEP = 1_000;

/** Fields that can be large, and how. */
const LARGE: readonly (readonly [field: string, value: (number: () => string) => string])[] = [
  ['note', () => JSON.stringify('x'.repeat(LONG))],
  ['referees', (number) => listOf(20_000, number)],
  ['extra', () => `{${Array.from({ length: MANY }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['extra', () => `{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  ['cv', () => fileOf(LONG / 4)],
];
const fileOf = (quarters: number) => `"data:text/plain;base64,${'QUJD'.repeat(quarters)}"`;

function listOf(count: number, number: () => string): string {
  const entry = () => `{"name":"Ana","years":${number()}}`;
  return `[${Array.from({ length: count }, entry).join(',')}]`;
}

/** JSON for the form: only declared fields, in the schema's order. */
export function dataFor(schema: FormSchema, { numbers, large, isBrief }: Entered, marker: string) {
  let used = 0;
  const number = () => numbers[used++ % numbers.length] ?? '0';
  const possible = LARGE.filter(([name]) => Object.hasOwn(schema.properties, name));
  const [largeName, largeValue] =
    (large === undefined ? undefined : possible[large % Math.max(possible.length, 1)]) ?? [];
  const members = Object.entries(schema.properties)
    .filter(([name]) => schema.required.includes(name) || !isBrief || name === largeName)
    .map(([name, field]) => `${JSON.stringify(name)}:${valueFor(name, field as Field)}`);
  return `{${members.join(',')}}`;

  function valueFor(name: string, { type, format }: Field): string {
    if (name === largeName && largeValue !== undefined) return largeValue(number);
    if (type === 'boolean') return 'true';
    if (type === 'number') return number();
    if (type === 'array') return listOf(2, number);
    if (type === 'object') return `{"a":${number()},"b":"x"}`;
    return format === 'data-url' ? fileOf(3) : JSON.stringify(`${marker} é`);
  }
}

interface Field {
  type: string;
  format?: string;
}

/** A form with some of the fields; `full_name` is always there. */
export const formSchema: fc.Arbitrary<FormSchema> = fc
  .subarray(Object.keys(FIELDS).slice(1))
  .map((names) => ({
    type: 'object',
    properties: Object.fromEntries(
      ['full_name', ...names].map((name) => [name, FIELDS[name as keyof typeof FIELDS]]),
    ),
    required: ['full_name'],
  }));

type SchemaChange = (schema: FormSchema, last: string) => Partial<FormSchema>;

/** What the pipeline's owner changes. */
const CHANGES = {
  'adds a field': ({ properties }, last) => ({
    properties: { ...properties, [`after_${last}`]: { type: 'string' } },
  }),
  'requires a field': ({ required }, last) => ({ required: [...new Set([...required, last])] }),
  // The name stays: it tells whose data it is.
  'removes a field'({ properties, required }, last) {
    const { [last]: _removed, ...others } = properties;
    return last === 'full_name'
      ? {}
      : { properties: others, required: required.filter((name) => name !== last) };
  },
} as const satisfies Record<string, SchemaChange>;
export const SCHEMA_CHANGES = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

/** The schema after a change of its last field. */
export function changedSchema(
  schema: FormSchema,
  change: (typeof SCHEMA_CHANGES)[number],
): FormSchema {
  const last = Object.keys(schema.properties).at(-1) ?? '';
  return { ...schema, ...CHANGES[change](schema, last) };
}
