import fc from 'fast-check';
import type { Schema } from './form.ts';
import type { Json } from './json.ts';
import FORMATS from './formats.json' with { type: 'json' };
import { lenientValidatorOf } from './validators.ts';

const APPLICATORS = ['allOf', 'anyOf', 'oneOf'] as const;
const CONDITIONS = ['if', 'then', 'else'] as const;
const DEPENDENCIES = ['dependencies', 'dependentSchemas'] as const;
const MAX_PARTS = 2_000;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const schemasIn = (value: unknown): Schema[] =>
  (Array.isArray(value) ? value : isSchema(value) ? Object.values(value) : []).filter(isSchema);

/** Finds what a schema that nobody here wrote says about a place in its data. */
export class Subschemas {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** Every part that may apply to the value at `path`, whatever else is answered. */
  at(path: readonly string[]): Schema[] {
    let found = this.#parts([this.#root]);
    for (const name of path) found = this.#parts(found.flatMap((each) => membersOf(each, name)));
    return found;
  }

  /** The schemas, and what they consist of for the same value. */
  #parts(schemas: readonly Schema[]): Schema[] {
    const parts = new Set(schemas);
    for (const schema of parts) {
      if (parts.size > MAX_PARTS) break;
      const target = this.#target(schema.$ref);
      const inside = [
        ...(target === undefined ? [] : [target]),
        ...APPLICATORS.flatMap((keyword) => schemasIn(schema[keyword])),
        ...CONDITIONS.map((keyword) => schema[keyword]).filter(isSchema),
        ...DEPENDENCIES.flatMap((keyword) => schemasIn(schema[keyword])),
      ];
      for (const each of inside) parts.add(each);
    }
    return [...parts];
  }

  #target($ref: unknown): Schema | undefined {
    if (typeof $ref !== 'string') return undefined;
    if (!$ref.startsWith('#')) return this.#named('$id', $ref) ?? this.#named('id', $ref);
    const [, ...keys] = decodeURIComponent($ref).split('/');
    if (keys.length === 0) return $ref === '#' ? this.#root : this.#named('$anchor', $ref.slice(1));
    let value: unknown = this.#root;
    for (const key of keys)
      value = (value as Record<string, unknown> | undefined)?.[
        key.replaceAll('~1', '/').replaceAll('~0', '~')
      ];
    return isSchema(value) ? value : undefined;
  }

  #named(keyword: string, name: string): Schema | undefined {
    const search = (value: unknown): Schema | undefined => {
      if (isSchema(value) && value[keyword] === name) return value;
      if (typeof value !== 'object' || value === null) return undefined;
      for (const each of Object.values(value)) {
        const found = search(each);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return search(this.#root);
  }
}

function membersOf(schema: Schema, name: string): Schema[] {
  const properties = schema.properties as Schema | undefined;
  if (properties && Object.hasOwn(properties, name)) return [properties[name]].filter(isSchema);
  const patterned = Object.entries((schema.patternProperties ?? {}) as Schema)
    .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    .map(([, each]) => each);
  const isIndex = /^\d+$/.test(name);
  const tuple = (schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : [])) as [];
  const entries = isIndex ? [tuple[Number(name)] ?? schema.items, schema.additionalItems] : [];
  const found = [...patterned, ...entries].filter(isSchema);
  return found.length > 0 ? found : [schema.additionalProperties].filter(isSchema);
}

const TEXTS = ['Quux', '1990-12-31', 'ana@quux.example', '987654321', '+51987654321'];
const NUMBERS = [2, 1, 0, 10, 18, 30, 100, 1000, 2001, 12345, 0.5, -1];

/** Texts that a candidate may type where all of these may apply; the best ones first. */
export function textsFor(schemas: readonly Schema[]): string[] {
  const own = schemas.flatMap((each) => [each, each.items].filter(isSchema));
  const texts = [...own.flatMap((each) => samplesOf(each)), ...TEXTS];
  const fitting = (text: string) => schemas.filter((each) => fits(each, text)).length;
  const counted = [...new Set(texts)].map((text) => ({ text, count: fitting(text) }));
  return counted.toSorted((one, other) => other.count - one.count).map(({ text }) => text);
}

function samplesOf(schema: Schema): string[] {
  const { pattern, format, minLength = 0, maxLength, examples } = schema;
  const constants = [
    ...schemasIn(schema.oneOf ?? schema.anyOf).map(({ title }) => title as Json | undefined),
    ...((schema.enum ?? []) as Json[]),
    schema.const as Json | undefined,
  ];
  const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
  const near = numbers.flatMap((keyword) =>
    typeof schema[keyword] === 'number' ? [schema[keyword], schema[keyword] + 1] : [],
  );
  const most = typeof maxLength === 'number' ? maxLength : Infinity;
  const long = 'Quux'.repeat(Math.ceil(Math.max(Number(minLength), 1) / 4)).slice(0, most);
  return [
    ...constants.filter((value) => typeof value === 'string' || typeof value === 'number'),
    ...(typeof pattern === 'string' ? matching(pattern) : []),
    ...((FORMATS as Record<string, string[]>)[String(format)] ?? []),
    ...(Array.isArray(examples) ? examples : []),
    ...(typeof format === 'string' || typeof pattern === 'string' ? [] : [long]),
    ...near,
    ...(isNumeric(schema) ? NUMBERS : []),
  ].map(String);
}

const LOOKAROUND = /\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)/g;

/** Printable texts that match a pattern. */
function matching(pattern: string): string[] {
  try {
    // fast-check makes no texts for lookarounds: most texts fulfill them anyway.
    const texts = fc.stringMatching(regexOf(pattern.replaceAll(LOOKAROUND, '')), {
      size: 'xsmall',
    });
    const all = fc.sample(texts, { seed: 1, numRuns: 100 });
    const isPlain = (text: string) => /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text);
    const isWhole = regexOf(pattern);
    const plain = all.filter((text) => isPlain(text) && text === text.trim() && isWhole.test(text));
    const isAscii = (text: string) => /^[\u0020-\u007E]*$/.test(text);
    return [...plain.filter(isAscii), ...plain.filter((text) => !isAscii(text))].slice(0, 8);
  } catch {
    return [];
  }
}

/** Whether it describes numbers, and no texts. */
export const isNumeric = ({ type }: Schema): boolean => {
  const types = [type].flat();
  return !types.includes('string') && (types.includes('number') || types.includes('integer'));
};

const JUDGED = `pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum
multipleOf enum const`.split(/\s+/);
const judged = new WeakMap<Schema, (value: Json) => boolean>();

/** Whether a schema accepts a text, as far as it speaks of texts or numbers. */
function fits(schema: Schema, text: string): boolean {
  const own = Object.fromEntries(Object.entries(schema).filter(([name]) => JUDGED.includes(name)));
  if (!judged.has(schema)) judged.set(schema, lenientValidatorOf(own));
  const value = isNumeric(schema) && text !== '' ? Number(text) : text;
  return (
    !(isNumeric(schema) && (value === '' || Number.isNaN(value))) && judged.get(schema)!(value)
  );
}

/** Many patterns out there escape what the flag `u` does not let them escape. */
function regexOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
