import fc, { type Arbitrary } from 'fast-check';
import { DRAFT_URIS, type FormSchema, type SchemaDraft } from 'precandidate-contract';
import samples from './samples.json' with { type: 'json' };

export type Keywords = Readonly<Record<string, unknown>>;
type Schema = boolean | Keywords;

const SCALARS: readonly unknown[] = [...samples.texts, ...samples.numbers, true, false, null];
const OBJECTS = [{ a: 1 }, { b: [1, { c: 2 }], a: 'x' }, [], [1, '1'], {}];
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** Targets of references: a plain one from everywhere, a recursive one only from a child. */
const PLAIN = '#/definitions/plain~1%20one';
const RECURSIVE = ['#', '#/definitions/tree'];

export const oneOf = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const below = (limit: number) => fc.nat(limit - 1);

/** `true` with this probability; reduced to `false`. */
const chance = (probability: number) =>
  fc.nat(99).map((percent) => percent >= 100 - 100 * probability);

/** A random choice of keywords, each with its probability. */
function some(
  keywords: Readonly<Record<string, readonly [number, Arbitrary<unknown>]>>,
): Arbitrary<Keywords> {
  const entries = Object.entries(keywords).map(([name, [probability, values]]) =>
    chance(probability).chain((isThere): Arbitrary<[string, unknown][]> =>
      isThere ? values.map((value) => [[name, value]]) : fc.constant([]),
    ),
  );
  return fc.tuple(...entries).map((found) => Object.fromEntries(found.flat()));
}

const merged = (...parts: Arbitrary<Keywords>[]): Arbitrary<Keywords> =>
  fc.tuple(...parts).map((found) => Object.assign({}, ...found) as Keywords);

const text = some({
  type: [0.8, oneOf(['string', 'string', 'string', ['string', 'null']])],
  minLength: [0.3, below(5)],
  maxLength: [0.3, below(10)],
  pattern: [0.2, oneOf(samples.patterns)],
  format: [0.35, oneOf(Object.keys(samples.formats))],
  enum: [0.1, fc.tuple(oneOf(samples.texts), oneOf(samples.texts))],
});

const number = some({
  type: [0.8, oneOf(['number', 'integer'])],
  minimum: [0.3, oneOf(samples.numbers)],
  maximum: [0.3, oneOf(samples.numbers)],
  exclusiveMinimum: [0.2, oneOf(samples.numbers)],
  exclusiveMaximum: [0.2, oneOf(samples.numbers)],
  multipleOf: [0.4, oneOf(samples.divisors)],
});

/** Schemas of one draft with every keyword that both validators check. */
class Schemas {
  readonly #draft: SchemaDraft;
  readonly #name: Arbitrary<string>;
  readonly #leaf: Arbitrary<Keywords>;
  readonly #comparesObjects: boolean;

  /** `hasInheritedNames`: names such as `toString`; then no objects are compared. */
  constructor(draft: SchemaDraft, hasInheritedNames: boolean) {
    this.#draft = draft;
    this.#comparesObjects = !hasInheritedNames;
    const inherited = samples.inheritedNames.filter((name) => name !== '__proto__');
    // AJV does not report a missing property with an empty name; the proxy drops such names.
    const names = samples.names.filter((name) => name !== '');
    this.#name = oneOf(hasInheritedNames ? [...names, ...inherited] : names);
    const value = oneOf(hasInheritedNames ? SCALARS : [...SCALARS, ...OBJECTS]);
    this.#leaf = fc.oneof(
      text,
      text,
      number,
      fc
        .oneof(
          oneOf(TYPES),
          oneOf(TYPES).map((type) => [type, 'null']),
        )
        .map((type) => ({ type })),
      value.map((constant) => ({ const: constant })),
      fc.tuple(value, value, value).map((values) => ({ enum: values })),
    );
  }

  /** The schema of an object, `levels` deep. */
  root(levels: number): Arbitrary<FormSchema> {
    const tree = fc.tuple(this.#child(1), this.#child(1));
    return fc
      .tuple(
        this.#object(levels),
        this.#child(levels),
        this.#combined(levels),
        fc.tuple(this.#leaf, tree),
      )
      .map(([{ properties = {}, ...rest }, a, combined, [plain, [inA, inB]]]) => ({
        $schema: DRAFT_URIS[this.#draft],
        ...rest,
        properties: { ...(properties as object), a },
        ...combined,
        definitions: {
          'plain/ one': plain,
          tree: { type: 'object', properties: { a: inA, b: inB } },
        },
      })) as unknown as Arbitrary<FormSchema>;
  }

  readonly #child = fc.memo((levels: number): Arbitrary<Schema> =>
    fc.oneof(
      { weight: 92, arbitrary: this.#any(levels - 1) },
      { weight: 8, arbitrary: oneOf(RECURSIVE).map(($ref) => ({ $ref })) },
    ),
  );

  readonly #any = fc.memo((levels: number): Arbitrary<Schema> => {
    const reference = fc.constant({ $ref: PLAIN });
    const made: Arbitrary<Keywords> =
      levels <= 0
        ? this.#leaf
        : merged(
            fc.oneof(fc.constant({}), this.#leaf, this.#list(levels), {
              weight: 2,
              arbitrary: this.#object(levels),
            }),
            this.#combined(levels),
          );
    return fc.oneof(
      { weight: 88, arbitrary: made },
      { weight: 4, arbitrary: chance(0.6) },
      { weight: 6, arbitrary: reference },
      { weight: 2, arbitrary: merged(reference, this.#leaf) },
    );
  });

  #named<Value>(values: Arbitrary<Value>, maxLength = 2): Arbitrary<Record<string, Value>> {
    return fc
      .array(fc.tuple(this.#name, values), { minLength: 1, maxLength })
      .map((entries) => Object.fromEntries(entries));
  }

  #object(levels: number): Arbitrary<Keywords> {
    const child = this.#child(levels);
    const part = this.#any(levels - 1);
    const names = fc.uniqueArray(this.#name, { minLength: 1, maxLength: 2 });
    const properties = fc
      .tuple(this.#named(child, 4), child)
      .map(([named, b]) => ({ ...named, b }));
    return some({
      type: [0.8, fc.constant('object')],
      properties: [0.9, properties],
      required: [0.4, names],
      additionalProperties: [0.25, fc.oneof(fc.constant(false), child)],
      patternProperties: [
        0.15,
        fc.tuple(child, child).map(([one, other]) => ({ '^[a-c]$': one, '\\p{L}{3}': other })),
      ],
      minProperties: [0.1, below(3)],
      maxProperties: [0.1, below(6)],
      propertyNames: [0.1, fc.oneof(fc.constant({ maxLength: 3 }), part)],
      dependencies: [0.1, this.#named(fc.oneof<Arbitrary<unknown>[]>(names, part))],
      ...(this.#draft === '2020-12' && {
        dependentRequired: [0.1, this.#named(names)],
        dependentSchemas: [0.1, this.#named(part)],
      }),
    });
  }

  #list(levels: number): Arbitrary<Keywords> {
    const child = this.#child(levels);
    const tuple = fc.tuple(child, child);
    const rest = fc.oneof(fc.constant(false), child);
    const counts = { minContains: [0.1, below(3)], maxContains: [0.1, below(3)] } as const;
    const [asTuple, asList] =
      this.#draft === '2020-12'
        ? [
            some({ prefixItems: [1, tuple], items: [0.7, rest], ...counts }),
            some({ items: [0.7, child], ...counts }),
          ]
        : [
            some({ items: [0.8, tuple], additionalItems: [0.6, rest] }),
            some({ items: [0.8, child], additionalItems: [0.1, rest] }),
          ];
    return merged(
      fc.oneof({ weight: 7, arbitrary: asList }, { weight: 3, arbitrary: asTuple }),
      some({
        type: [0.8, fc.constant('array')],
        uniqueItems: [0.3, this.#comparesObjects ? chance(0.9) : fc.constant(false)],
        minItems: [0.2, below(3)],
        maxItems: [0.15, below(4)],
        contains: [0.2, child],
      }),
    );
  }

  #combined(levels: number): Arbitrary<Keywords> {
    const part = this.#any(levels - 1);
    const parts = fc.array(part, { minLength: 2, maxLength: 3 });
    return some({
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

export interface RandomForm {
  schema: FormSchema;
  /** Whether objects may hold names such as `toString`. */
  hasInheritedNames: boolean;
}

/** Schemas with every keyword that both validators check, in both drafts. */
export const forms: Arbitrary<RandomForm> = fc.oneof(
  ...(['draft-07', '2020-12'] as const).flatMap((draft) =>
    [false, true].flatMap((hasInheritedNames) => {
      const made = new Schemas(draft, hasInheritedNames);
      return [2, 3].map((levels) => ({
        weight: (levels === 2 ? 12 : 1) * (hasInheritedNames ? 3 : 7),
        arbitrary: made.root(levels).map((schema) => ({ schema, hasInheritedNames })),
      }));
    }),
  ),
);
