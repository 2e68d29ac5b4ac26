import { memoized } from '../../validation/json.ts';
import { namesIn } from './object-node.ts';
import { type Choice, type Decision, NO_BRANCH, type Part, type Parts } from './question-node.ts';
import { constantsIn, type FormSchemas, isSchema, type Schema, type Union } from './schema.ts';
import { branchFor, closestBranch, discriminatorOf, factsOf, type UnionFacts } from './unions.ts';

/**
 * Follows references, `allOf`, conditions, dependencies, and unions for one value.
 *
 * @param chosen - index of the chosen branch of each union; the data decides the others
 */
export function resolveParts(
  schemas: FormSchemas,
  sources: readonly unknown[],
  value: unknown,
  chosen?: ReadonlyMap<Union['key'], number>,
): Parts {
  const resolution = new Resolution(schemas, value, chosen);
  sources.forEach((source, index) => resolution.add(source, index));
  resolution.decide();
  return resolution;
}

class Resolution implements Parts {
  readonly parts: Part[] = [];
  readonly choices: Choice[] = [];
  readonly decided = new Map<Union['key'], Decision>();
  readonly #schemas: FormSchemas;
  readonly #value: unknown;
  readonly #chosen: ReadonlyMap<Union['key'], number> | undefined;
  readonly #seen = new Set<unknown>();
  readonly #unions: { union: Union; source: number }[] = [];

  constructor(
    schemas: FormSchemas,
    value: unknown,
    chosen: ReadonlyMap<Union['key'], number> | undefined,
  ) {
    this.#schemas = schemas;
    this.#value = value ?? {};
    this.#chosen = chosen;
  }

  add(raw: unknown, source: number, isBranch = false): void {
    if (!isSchema(raw) || this.#seen.has(raw)) return;
    this.#seen.add(raw);
    const { schema, unions, always } = this.#schemas.normal(raw);
    this.parts.push({ schema, source, isBranch });
    this.add(this.#schemas.target(raw), source, isBranch);
    const { allOf, if: condition, then, else: otherwise } = raw;
    for (const each of [...Object.values(allOf ?? {}), ...always]) this.add(each, source, isBranch);
    // What a condition adds is a source of its own.
    const added = source + 1;
    if (isSchema(condition))
      this.add(this.#schemas.isValid(condition, this.#value) ? then : otherwise, added, true);
    for (const dependency of this.#dependencies(raw)) this.add(dependency, added, true);
    for (const union of unions) this.#unions.push({ union, source: added });
  }

  /** Decides the unions last, since any part may ask for the field that tells their branches apart. */
  decide(): void {
    for (let next = this.#unions.shift(); next !== undefined; next = this.#unions.shift())
      this.#decideOne(next.union, next.source);
  }

  #dependencies({ dependencies, dependentSchemas, dependentRequired }: Schema): Schema[] {
    const value = this.#value;
    if (!isSchema(value)) return [];
    return [dependencies, dependentSchemas, dependentRequired].filter(isSchema).flatMap((rules) =>
      Object.entries(rules)
        .filter(([name]) => Object.hasOwn(value, name) && value[name] !== undefined)
        .map(([, rule]) => (Array.isArray(rule) ? requiring(rule) : rule))
        .filter(isSchema),
    );
  }

  #decideOne(union: Union, source: number): void {
    const facts = factsOf(this.#schemas)(union);
    const names = namesIn(this.parts.map(({ schema }) => schema));
    const own = discriminatorOf(facts.fields, (name) => names.has(name));
    if (own === undefined && facts.asked !== undefined) this.add(facts.question, 0);
    const by = own ?? facts.asked;
    if (by !== undefined) {
      this.add(facts.optionsFor(by, this.#hasOptions(by.name)), source);
      const value = isSchema(this.#value) ? this.#value[by.name] : undefined;
      return this.#apply(union, branchFor(by, value), source, { field: by.name });
    }
    const isKnown = facts.fields.every((fields) =>
      [...fields.keys()].every((name) => names.has(name)),
    );
    // The branches restrict what is asked anyway: validation explains it.
    if (isKnown && names.size > 0) return this.add(facts.required, source);
    const position = this.#positionOf(union, facts);
    const choice = facts.choice(position, names.size, this.choices.length);
    this.choices.push(choice);
    this.#apply(union, position, source, { choice: choice.name });
    if (position !== NO_BRANCH) this.add(facts.silent(position), source);
  }

  #apply(union: Union, position: number, source: number, by: Decision['by']): void {
    const { key, keyword, branches } = union;
    const branch = branches[position];
    this.decided.set(key, { keyword, index: branch?.index ?? NO_BRANCH, by });
    this.add(branch?.schema, source, true);
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

const requiring = memoized((names: readonly unknown[]): Schema => ({ required: names }));
