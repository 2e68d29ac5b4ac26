import { memoized } from '../../validation/json.ts';
import { namesIn } from './field-order.ts';
import {
  type Choice,
  type Decision,
  NO_BRANCH,
  type Opener,
  type Part,
  type Parts,
  type Source,
} from './question-node.ts';
import { constantsIn, type SchemaReader, isSchema, type Schema, type Union } from './schema.ts';
import { branchFor, closestBranch, discriminatorOf, factsOf, type UnionFacts } from './unions.ts';

/**
 * Follows references, `allOf`, conditions, dependencies, and unions for one value.
 *
 * @param chosen - index of the chosen branch of each union; the data decides the others
 */
export function resolveParts(
  schemas: SchemaReader,
  sources: readonly Source[],
  value: unknown,
  chosen?: ReadonlyMap<Union['key'], number>,
): Parts {
  const resolution = new Resolution(schemas, value, chosen);
  sources.forEach(({ schema, conditions = [] }, source) => {
    const openers = conditions.flatMap(schemas.namesRead);
    resolution.add(schema, { source, isBranch: false, openers, conditions });
  });
  resolution.decide();
  return resolution;
}

/** Where a part comes from. */
type Origin = Omit<Part, 'schema' | 'given' | 'choice'>;

class Resolution implements Parts {
  readonly parts: Part[] = [];
  readonly choices: Choice[] = [];
  readonly decided = new Map<Union['key'], Decision>();
  readonly #schemas: SchemaReader;
  readonly #value: unknown;
  readonly #chosen: ReadonlyMap<Union['key'], number> | undefined;
  readonly #seen = new Set<unknown>();
  readonly #unions: { union: Union; origin: Origin }[] = [];

  constructor(
    schemas: SchemaReader,
    value: unknown,
    chosen: ReadonlyMap<Union['key'], number> | undefined,
  ) {
    this.#schemas = schemas;
    this.#value = value ?? {};
    this.#chosen = chosen;
  }

  add(raw: unknown, origin: Origin): void {
    if (!isSchema(raw) || this.#seen.has(raw)) return;
    this.#seen.add(raw);
    const { schema, unions, always } = this.#schemas.normal(raw);
    this.parts.push({ schema, given: raw, ...origin });
    this.add(this.#schemas.target(raw), origin);
    const { allOf, if: condition, then, else: otherwise } = raw;
    for (const each of [...Object.values(allOf ?? {}), ...always]) this.add(each, origin);
    // What a condition adds is a source of its own.
    const added = { ...origin, source: origin.source + 1, isBranch: true };
    if (isSchema(condition)) {
      const openers = [...origin.openers, ...this.#schemas.namesRead(condition)];
      const conditions = [...origin.conditions, condition];
      const holds = this.#schemas.isValid(condition, this.#value);
      this.add(holds ? then : otherwise, { ...added, openers, conditions });
    }
    for (const [name, rule] of this.#dependencies(raw))
      this.add(rule, { ...added, openers: [...origin.openers, name] });
    for (const union of unions) this.#unions.push({ union, origin });
  }

  /** Decides the unions last, since any part may ask for the field that tells their branches apart. */
  decide(): void {
    for (let next = this.#unions.shift(); next !== undefined; next = this.#unions.shift())
      this.#decideOne(next.union, next.origin);
  }

  #dependencies({ dependencies, dependentSchemas, dependentRequired }: Schema): [string, Schema][] {
    const value = this.#value;
    if (!isSchema(value)) return [];
    return [dependencies, dependentSchemas, dependentRequired].filter(isSchema).flatMap((rules) =>
      Object.entries(rules)
        .filter(([name]) => Object.hasOwn(value, name) && value[name] !== undefined)
        .map(([name, rule]) => [name, Array.isArray(rule) ? requiring(rule) : rule] as const)
        .filter((entry): entry is [string, Schema] => isSchema(entry[1])),
    );
  }

  #decideOne(union: Union, origin: Origin): void {
    const facts = factsOf(this.#schemas)(union);
    const restricting = { ...origin, source: origin.source + 1, isBranch: false };
    const names = namesIn(this.parts.map(({ schema }) => schema));
    const own = discriminatorOf(facts.fields, (name) => names.has(name));
    if (own === undefined && facts.asked !== undefined)
      this.add(facts.question, { ...restricting, source: 0 });
    const by = own ?? facts.asked;
    if (by !== undefined) {
      this.add(facts.optionsFor(by, this.#hasOptions(by.name)), restricting);
      const value = isSchema(this.#value) ? this.#value[by.name] : undefined;
      return this.#apply(union, branchFor(by, value), { field: by.name }, [by.name], restricting);
    }
    const isKnown = facts.fields.every((fields) =>
      [...fields.keys()].every((name) => names.has(name)),
    );
    // The branches restrict what is asked anyway: validation explains it.
    if (isKnown && names.size > 0) return this.add(facts.required, restricting);
    const position = this.#positionOf(union, facts);
    const choice = facts.choice(position, this.choices.length);
    this.choices.push(choice);
    this.parts.push({ ...restricting, schema: NOTHING, given: NOTHING, choice });
    this.#apply(union, position, { choice: choice.name }, [choice], restricting);
    if (position !== NO_BRANCH) {
      const openers = [...origin.openers, choice];
      this.add(facts.silent(position), { ...restricting, openers });
    }
  }

  #apply(
    { key, keyword, branches }: Union,
    position: number,
    by: Decision['by'],
    openers: readonly Opener[],
    origin: Origin,
  ): void {
    const branch = branches[position];
    this.decided.set(key, { keyword, index: branch?.index ?? NO_BRANCH, by });
    const all = [...origin.openers, ...openers];
    this.add(branch?.schema, { ...origin, isBranch: true, openers: all });
  }

  #hasOptions(name: string): boolean {
    const fields = this.parts.map(({ schema: { properties } }) =>
      isSchema(properties) ? properties[name] : undefined,
    );
    return fields.filter(isSchema).some((field) => {
      const { schema } = this.#schemas.normal(this.#schemas.deref(field));
      return schema['type'] === 'boolean' || constantsIn(schema).length > 0;
    });
  }

  /** Position of the chosen branch, else of the one that the data fits best: a form opens without a choice. */
  #positionOf(union: Union, facts: UnionFacts): number {
    const chosen = this.#chosen?.get(union.key);
    const position = union.branches.findIndex(({ index }) => index === chosen);
    if (position !== -1 || chosen === NO_BRANCH) return position;
    return closestBranch(this.#schemas, union, facts.fields, this.#value);
  }
}

/** Of a choice, which stands among the parts. */
const NOTHING: Schema = {};

const requiring = memoized((names: readonly unknown[]): Schema => ({ required: names }));
