import { DRAFT_URIS, type SchemaDraft } from 'precandidate-contract';
import {
  DIVISORS,
  FORMAT_TEXTS,
  INHERITED_NAMES,
  NAMES,
  NUMBERS,
  PATTERNS,
  TEXTS,
} from './samples.ts';
import type { Seeded } from './seeded.ts';

export type RandomSchema = boolean | { [keyword: string]: unknown };

const SCALARS = [...TEXTS, ...NUMBERS, true, false, null];
const OBJECTS = [{ a: 1 }, { b: [1, { c: 2 }], a: 'x' }, [], [1, '1'], {}];
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** Targets of references: a plain one from everywhere, a recursive one only from a child. */
const PLAIN = '#/definitions/plain~1%20one';
const RECURSIVE = ['#', '#/definitions/tree'];

/** Generates schemas with every keyword that both validators check. */
export class RandomSchemas {
  readonly #random: Seeded;
  readonly #draft: SchemaDraft;
  readonly #names: readonly string[];
  readonly #values: readonly unknown[];
  readonly #comparesObjects: boolean;

  /** `hasInheritedNames`: names such as `toString`; then no objects are compared. */
  constructor(random: Seeded, draft: SchemaDraft, hasInheritedNames: boolean) {
    this.#random = random;
    this.#draft = draft;
    const inherited = INHERITED_NAMES.filter((name) => name !== '__proto__');
    // AJV does not report a missing property with an empty name; the proxy drops such names.
    const names = NAMES.filter((name) => name !== '');
    this.#names = hasInheritedNames ? [...names, ...inherited] : names;
    this.#values = hasInheritedNames ? SCALARS : [...SCALARS, ...OBJECTS];
    this.#comparesObjects = !hasInheritedNames;
  }

  /** The schema of an object, `levels` deep. */
  root(levels: number): RandomSchema {
    const { properties = {}, ...rest } = this.#object(levels);
    return {
      $schema: DRAFT_URIS[this.#draft],
      ...rest,
      properties: { ...(properties as object), a: this.#child(levels) },
      ...this.#combined(levels),
      definitions: {
        'plain/ one': this.#leaf(),
        tree: { type: 'object', properties: { a: this.#child(1), b: this.#child(1) } },
      },
    };
  }

  #child(levels: number): RandomSchema {
    if (this.#random.chance(0.08)) return { $ref: this.#random.pick(RECURSIVE) };
    return this.#any(levels - 1);
  }

  /** A schema for the same value as the one around it. */
  #part(levels: number): RandomSchema {
    return this.#any(levels - 1);
  }

  #any(levels: number): RandomSchema {
    const random = this.#random;
    if (random.chance(0.04)) return random.chance(0.6);
    if (random.chance(0.08)) return { $ref: PLAIN, ...(random.chance(0.3) && this.#leaf()) };
    if (levels <= 0) return this.#leaf();
    const make = random.pick([
      () => this.#object(levels),
      () => this.#object(levels),
      () => this.#list(levels),
      () => this.#leaf(),
      () => ({}),
    ]);
    return { ...make(), ...this.#combined(levels) };
  }

  #leaf(): Record<string, unknown> {
    const random = this.#random;
    return random.pick([
      () => this.#text(),
      () => this.#text(),
      () => this.#number(),
      () => ({ type: random.chance(0.5) ? random.pick(TYPES) : [random.pick(TYPES), 'null'] }),
      () => ({ const: random.pick(this.#values) }),
      () => ({
        enum: [random.pick(this.#values), random.pick(this.#values), random.pick(this.#values)],
      }),
    ])();
  }

  #text(): Record<string, unknown> {
    const random = this.#random;
    return random.some({
      type: [0.8, () => (random.chance(0.8) ? 'string' : ['string', 'null'])],
      minLength: [0.3, () => random.below(5)],
      maxLength: [0.3, () => random.below(10)],
      pattern: [0.2, () => random.pick(PATTERNS)],
      format: [0.35, () => random.pick(Object.keys(FORMAT_TEXTS))],
      enum: [0.1, () => [random.pick(TEXTS), random.pick(TEXTS)]],
    });
  }

  #number(): Record<string, unknown> {
    const random = this.#random;
    return random.some({
      type: [0.8, () => random.pick(['number', 'integer'])],
      minimum: [0.3, () => random.pick(NUMBERS)],
      maximum: [0.3, () => random.pick(NUMBERS)],
      exclusiveMinimum: [0.2, () => random.pick(NUMBERS)],
      exclusiveMaximum: [0.2, () => random.pick(NUMBERS)],
      multipleOf: [0.4, () => random.pick(DIVISORS)],
    });
  }

  #object(levels: number): Record<string, unknown> {
    const random = this.#random;
    const child = () => this.#child(levels);
    const part = () => this.#part(levels);
    const names = () => [random.pick(this.#names), random.pick(this.#names)];
    const named = <Value>(make: () => Value) =>
      Object.fromEntries(names().map((name) => [name, make()]));
    return {
      ...random.some({
        type: [0.8, () => 'object'],
        properties: [0.9, () => ({ ...named(child), ...named(child), b: child() })],
        required: [0.4, () => [...new Set(names())]],
        additionalProperties: [0.25, () => (random.chance(0.5) ? false : child())],
        patternProperties: [0.15, () => ({ '^[a-c]$': child(), '\\p{L}{3}': child() })],
        minProperties: [0.1, () => random.below(3)],
        maxProperties: [0.1, () => random.below(6)],
        propertyNames: [0.1, () => (random.chance(0.5) ? { maxLength: 3 } : part())],
        dependencies: [0.1, () => named(() => (random.chance(0.5) ? names() : part()))],
      }),
      ...(this.#draft === '2020-12' &&
        random.some({
          dependentRequired: [0.1, () => named(names)],
          dependentSchemas: [0.1, () => named(part)],
        })),
    };
  }

  #list(levels: number): Record<string, unknown> {
    const random = this.#random;
    const child = () => this.#child(levels);
    const tuple = () => [child(), child()];
    const rest = () => (random.chance(0.5) ? false : child());
    const isTuple = random.chance(0.3);
    const items =
      this.#draft === '2020-12'
        ? random.some({
            prefixItems: [isTuple ? 1 : 0, tuple],
            items: [0.7, isTuple ? rest : child],
            minContains: [0.1, () => random.below(3)],
            maxContains: [0.1, () => random.below(3)],
          })
        : random.some({
            items: [0.8, isTuple ? tuple : child],
            additionalItems: [isTuple ? 0.6 : 0.1, rest],
          });
    return {
      ...items,
      ...random.some({
        type: [0.8, () => 'array'],
        uniqueItems: [0.3, () => this.#comparesObjects && random.chance(0.9)],
        minItems: [0.2, () => random.below(3)],
        maxItems: [0.15, () => random.below(4)],
        contains: [0.2, child],
      }),
    };
  }

  #combined(levels: number): Record<string, unknown> {
    const random = this.#random;
    const part = () => this.#part(levels);
    const parts = () => (random.chance(0.3) ? [part(), part(), part()] : [part(), part()]);
    return random.some({
      anyOf: [0.08, parts],
      oneOf: [0.08, parts],
      allOf: [0.08, parts],
      not: [0.05, part],
      if: [0.1, part],
      then: [0.1, part],
      else: [0.08, part],
    });
  }
}
