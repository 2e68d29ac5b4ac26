/** Schemas and data made up from a seed: the same seed gives the same pairs on every machine. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = boolean | { [keyword: string]: unknown };
interface Keywords {
  type?: unknown;
  const?: Json;
  enum?: Json[];
  properties?: Record<string, unknown>;
  required?: string[];
  items?: unknown;
}

/** Without `toString`: AJV's own comparison of objects calls it, and throws when it is data. */
const NAMES = [
  'a',
  'b',
  'c',
  'd/e',
  '~x',
  'constructor',
  'ñ',
  'hasOwnProperty',
  'a.b',
  'two words',
];
const TEXTS = [
  '',
  'x',
  'abc',
  '12345678',
  'a@b.co',
  'a@b',
  '2020-02-30',
  '2020-02-29',
  '🦙🦙',
  'http://x.y/z',
  'PE LIM',
  '10:00:00Z',
  '2020-01-01T00:00:00Z',
  '3f0c2b9e-7a11-4c58-9e5a-0d6b1f2a3c4d',
  '10.0.0.1',
];
const NUMBERS = [0, 1, 2.5, 3, -1, 7, 0.07, 1e21];
const PATTERNS = ['^[0-9]+$', '^[A-Z]{2}', 'a.c', '\\p{L}'];
const FORMATS = ['email', 'date', 'uri', 'date-time', 'uuid', 'ipv4', 'unheard-of'];

/** Makes schemas and data, one after the other. */
export class RandomSchemas {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** An object's schema, `levels` deep, of every keyword of draft-07 that forms use. */
  schema(levels: number): Schema {
    return { ...this.#object(levels), ...this.#combined(levels) };
  }

  /** Data that may fit such a schema, or not. */
  data(depth = 0): Json {
    const kind = this.#next();
    if (depth === 0 || (kind < 0.3 && depth < 4)) return this.#objectData(depth);
    if (kind < 0.6) return this.#pick(TEXTS);
    if (kind < 0.75) return this.#pick(NUMBERS);
    if (kind < 0.85 || depth >= 4) return this.#pick([true, false, null]);
    return Array.from({ length: this.#below(4) }, () => this.data(depth + 1));
  }

  /** Data that fits a schema as far as its types and names go; one part in eight is made up. */
  fitting(schema: unknown, depth = 0): Json {
    if (typeof schema !== 'object' || schema === null || this.#chance(0.12))
      return this.data(depth);
    const { type, const: only, enum: choices, properties, required, items } = schema as Keywords;
    if (only !== undefined) return only;
    if (choices) return this.#pick(choices);
    if (type === 'number' || type === 'integer') return this.#pick(NUMBERS);
    if (type === 'array')
      return Array.from({ length: this.#below(4) }, (_, index) =>
        this.fitting(Array.isArray(items) ? items[index] : items, depth + 1),
      );
    if (type !== 'object') return this.#pick(TEXTS);
    const names = Object.keys(properties ?? {}).filter(() => this.#chance(0.8));
    return Object.fromEntries(
      [...names, ...(required ?? [])].map((name) => [
        name,
        this.fitting(properties?.[name], depth + 1),
      ]),
    );
  }

  #any(levels: number): Schema {
    if (this.#chance(0.03)) return this.#chance(0.5);
    const base = this.#typed(levels);
    return levels > 0 ? { ...base, ...this.#combined(levels) } : base;
  }

  #typed(levels: number): Record<string, unknown> {
    const kind = this.#next();
    if (kind < 0.35) return this.#object(levels);
    if (kind < 0.65) return this.#text();
    if (kind < 0.8) return this.#number();
    if (kind < 0.92 && levels > 0) return this.#array(levels);
    return { const: this.#pick([1, 'x', null, { a: 1 }, true]) };
  }

  #object(levels: number): Record<string, unknown> {
    const names = NAMES.filter(() => this.#chance(0.4));
    const property = (name: string): [string, Schema] => [name, this.#deeper(levels)];
    return {
      type: 'object',
      ...(names.length > 0 && {
        properties: Object.fromEntries(levels > 0 ? names.map(property) : []),
      }),
      ...this.#maybe(0.5, () => ({ required: [...new Set([this.#name(), this.#name()])] })),
      ...this.#maybe(0.2, () => ({
        additionalProperties: this.#chance(0.5) ? false : this.#deeper(levels),
      })),
      ...this.#maybe(0.1, () => ({ patternProperties: { '^[a-c]$': this.#deeper(levels) } })),
      ...this.#maybe(0.1, () => ({ minProperties: this.#below(3) })),
      ...this.#maybe(0.1, () => ({ maxProperties: this.#below(6) })),
      ...this.#maybe(0.1, () => ({ propertyNames: { maxLength: 3 } })),
      ...this.#maybe(0.1, () => ({
        dependencies: {
          [this.#name()]: this.#chance(0.5) ? [this.#name()] : this.#deeper(levels),
        },
      })),
    };
  }

  #text(): Record<string, unknown> {
    return {
      type: this.#chance(0.8) ? 'string' : ['string', 'null'],
      ...this.#maybe(0.3, () => ({ minLength: this.#below(5) })),
      ...this.#maybe(0.3, () => ({ maxLength: this.#below(10) })),
      ...this.#maybe(0.2, () => ({ pattern: this.#pick(PATTERNS) })),
      ...this.#maybe(0.25, () => ({ format: this.#pick(FORMATS) })),
      ...this.#maybe(0.15, () => ({ enum: [this.#pick(TEXTS), `${this.#pick(TEXTS)}!`] })),
    };
  }

  #number(): Record<string, unknown> {
    return {
      type: this.#pick(['number', 'integer']),
      ...this.#maybe(0.3, () => ({ minimum: this.#below(5) })),
      ...this.#maybe(0.3, () => ({ exclusiveMaximum: this.#below(9) + 1 })),
      ...this.#maybe(0.2, () => ({ multipleOf: this.#pick([2, 0.5, 0.01]) })),
    };
  }

  #array(levels: number): Record<string, unknown> {
    const isTuple = this.#chance(0.2);
    return {
      type: 'array',
      ...this.#maybe(0.7, () => ({
        items: isTuple ? [this.#deeper(levels), this.#deeper(levels)] : this.#deeper(levels),
      })),
      ...(isTuple && this.#maybe(0.5, () => ({ additionalItems: this.#deeper(levels) }))),
      ...this.#maybe(0.3, () => ({ uniqueItems: true })),
      ...this.#maybe(0.2, () => ({ minItems: this.#below(3) })),
      ...this.#maybe(0.1, () => ({ maxItems: this.#below(3) })),
      ...this.#maybe(0.1, () => ({ contains: this.#deeper(levels) })),
    };
  }

  #combined(levels: number): Record<string, unknown> {
    return {
      ...this.#maybe(0.08, () => ({ anyOf: [this.#deeper(levels), this.#deeper(levels)] })),
      ...this.#maybe(0.08, () => ({ oneOf: [this.#deeper(levels), this.#deeper(levels)] })),
      ...this.#maybe(0.08, () => ({ allOf: [this.#deeper(levels)] })),
      ...this.#maybe(0.05, () => ({ not: this.#deeper(levels) })),
      ...this.#maybe(0.08, () => ({
        if: this.#deeper(levels),
        then: this.#deeper(levels),
        ...this.#maybe(0.5, () => ({ else: this.#deeper(levels) })),
      })),
    };
  }

  #objectData(depth: number): Json {
    const names = NAMES.filter(() => this.#chance(0.5));
    return Object.fromEntries(names.map((name) => [name, this.data(depth + 1)]));
  }

  #deeper(levels: number): Schema {
    return this.#any(levels - 1);
  }

  #name(): string {
    return this.#pick(NAMES);
  }

  #maybe<Part extends object>(chance: number, make: () => Part): Part | undefined {
    return this.#chance(chance) ? make() : undefined;
  }

  #chance(probability: number): boolean {
    return this.#next() < probability;
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  /** A linear congruential generator: its quality matters less than that it is the same everywhere. */
  #next(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return this.#seed / 2 ** 32;
  }
}
