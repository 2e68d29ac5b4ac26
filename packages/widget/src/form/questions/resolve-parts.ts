import { memoized } from '../../validation/json.ts';
import { OPTION_DETAILS } from '../fields/options.ts';
import { type Choice, namesIn, type Part, type Parts } from './merge.ts';
import {
  CHOOSES,
  constantsIn,
  isSchema,
  type Schema,
  type SchemaSource,
  SILENT,
  type Union,
} from './schema.ts';
import {
  branchFor,
  closestBranch,
  type Discriminator,
  discriminatorOf,
  type Fields,
  fieldsOf,
  labelOf,
  tagsOf,
} from './unions.ts';

/** Follows references, `allOf`, conditions, dependencies, and unions for one value. */
export function resolveParts(
  questions: SchemaSource,
  sources: readonly unknown[],
  value: unknown,
  pointer: string,
): Parts {
  const resolution = new Resolution(questions, value, pointer);
  sources.forEach((source, index) => resolution.add(source, index));
  resolution.decide();
  return resolution;
}

const SILENT_FIELD: Schema = { [SILENT]: true };

class Resolution implements Parts {
  readonly parts: Part[] = [];
  readonly choices: Choice[] = [];
  readonly decided = new Map<Union['key'], number>();
  readonly #questions: SchemaSource;
  readonly #value: unknown;
  readonly #pointer: string;
  readonly #seen = new Set<unknown>();
  readonly #unions: { union: Union; source: number }[] = [];

  constructor(questions: SchemaSource, value: unknown, pointer: string) {
    this.#questions = questions;
    this.#value = value ?? {};
    this.#pointer = pointer;
  }

  add(raw: unknown, source: number): void {
    if (!isSchema(raw) || this.#seen.has(raw)) return;
    this.#seen.add(raw);
    const { schema, unions, always } = this.#questions.normal(raw);
    this.parts.push({ schema, source });
    this.add(this.#questions.target(raw), source);
    const { allOf, if: condition, then, else: otherwise } = raw;
    for (const each of [...Object.values(allOf ?? {}), ...always]) this.add(each, source);
    // What a condition adds is a source of its own.
    const added = source + 1;
    if (isSchema(condition))
      this.add(this.#questions.isValid(condition, this.#value) ? then : otherwise, added);
    for (const dependency of this.#dependencies(raw)) this.add(dependency, added);
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
    const facts = factsOf(this.#questions)(union);
    const names = namesIn(this.parts.map(({ schema }) => schema));
    const own = discriminatorOf(facts.fields, (name) => names.has(name));
    if (own !== undefined) {
      const options = facts.optionsFor(own, this.#hasOptions(own.name));
      return this.#addNamed(union, own, source, options);
    }
    if (facts.yesOrNo !== undefined) {
      this.add(facts.question, 0);
      return this.#addNamed(union, facts.yesOrNo, source);
    }
    const isKnown = facts.fields.every((fields) =>
      [...fields.keys()].every((name) => names.has(name)),
    );
    // The branches restrict what is asked anyway: validation explains it.
    if (isKnown && names.size > 0) return;
    const position = this.#positionOf(union, facts);
    this.choices.push(facts.choice(position, names.size, this.choices.length));
    this.#apply(union, position, source);
    this.add(facts.silent(position), source);
  }

  #addNamed(union: Union, by: Discriminator, source: number, options?: Schema): void {
    this.add(options, source);
    const value = isSchema(this.#value) ? this.#value[by.name] : undefined;
    const position = branchFor(by, value);
    if (position !== undefined) this.#apply(union, position, source);
  }

  #apply({ key, branches }: Union, position: number, source: number): void {
    const branch = branches[position];
    if (branch === undefined) return;
    this.decided.set(key, branch.index);
    this.add(branch.schema, source);
  }

  #hasOptions(name: string): boolean {
    const fields = this.parts.map(({ schema: { properties } }) =>
      isSchema(properties) ? properties[name] : undefined,
    );
    return fields.filter(isSchema).some((field) => {
      const { schema } = this.#questions.normal(this.#questions.deref(field));
      return schema['type'] === 'boolean' || constantsIn(schema).length > 0;
    });
  }

  /** Position of the chosen branch, else of the one that the data fits best. */
  #positionOf(union: Union, { fields }: UnionFacts): number {
    const chosen = this.#questions.chosen(this.#pointer, union.key);
    const position = union.branches.findIndex(({ index }) => index === chosen);
    return position === -1 ? closestBranch(this.#questions, union, fields, this.#value) : position;
  }
}

const requiring = memoized((names: readonly unknown[]): Schema => ({ required: names }));

/** What a union says, whatever the data is. Its schemas are the same objects each time. */
class UnionFacts {
  readonly fields: readonly Fields[];
  /** A yes or no that tells the branches apart, although nothing else asks for it. */
  readonly yesOrNo: Discriminator | undefined;
  readonly #union: Union;
  readonly #labels: readonly (string | undefined)[];
  readonly #isConstant: (position: number) => boolean;
  readonly #choices = new Map<string, Choice>();
  readonly #made = new Map<string, Schema>();

  constructor(questions: SchemaSource, union: Union) {
    this.#union = union;
    this.fields = union.branches.map(({ schema }) => fieldsOf(questions, schema));
    const { fields } = this;
    this.#isConstant = (position) => {
      const branch = union.branches[position]?.schema;
      return branch !== undefined && 'const' in questions.deref(branch);
    };
    this.#labels = union.branches.map((branch, at) => labelOf(questions, branch, fields, at));
    const isTitled = union.branches.some(
      ({ schema }) => questions.deref(schema)['title'] !== undefined,
    );
    const found = isTitled ? undefined : discriminatorOf(fields, () => true);
    const isYesOrNo = found?.values.every(([constant]) => typeof constant?.value === 'boolean');
    this.yesOrNo = isYesOrNo ? found : undefined;
  }

  /** Asks for {@link yesOrNo}. */
  get question(): Schema {
    const name = this.yesOrNo?.name ?? '';
    const title = this.fields
      .flatMap((fields) => fields.get(name) ?? [])
      .find((field) => field['title']);
    const field = { type: 'boolean', ...(title && { title: title['title'] }) };
    return this.#make('question', () => ({ properties: { [name]: field }, required: [name] }));
  }

  /** Offers the values of a discriminator, unless it has options of its own. */
  optionsFor({ name, values }: Discriminator, hasOptions: boolean): Schema {
    if (hasOptions || values.some((own) => own.length === 0))
      return this.#make(`chooses ${name}`, () => ({ properties: { [name]: { [CHOOSES]: true } } }));
    const all = values.flatMap((own, at) =>
      own.map(({ value, title }) => {
        return { value, title: title ?? (own.length === 1 ? this.#titleAt(at) : undefined) };
      }),
    );
    const options = {
      [CHOOSES]: true,
      enum: all.map(({ value }) => value),
      [OPTION_DETAILS]: all.map(({ title }) => ({ title })),
    };
    return this.#make(`options ${name}`, () => ({ properties: { [name]: options } }));
  }

  choice(position: number, after: number, count: number): Choice {
    const key = [position, after, count].join();
    const { branches } = this.#union;
    const options = branches.map(({ index }, at) => {
      const label = this.#labels[at];
      return { index, ...(label !== undefined && { label }) };
    });
    const chosen = branches[position]?.index ?? 0;
    const made = this.#choices.get(key) ?? {
      key: this.#union.key,
      name: `choice${count}`,
      options,
      chosen,
      position: after,
    };
    this.#choices.set(key, made);
    return made;
  }

  /** The constants that the choice of a branch gives. */
  silent(position: number): Schema {
    return this.#make(`silent ${position}`, () => {
      // The branch is one value: choosing it gives this value.
      if (this.#isConstant(position)) return SILENT_FIELD;
      const tags = tagsOf(this.fields, position);
      return { properties: Object.fromEntries(tags.map((name) => [name, SILENT_FIELD])) };
    });
  }

  #titleAt(position: number): unknown {
    return this.#union.branches[position]?.schema['title'];
  }

  #make(name: string, make: () => Schema): Schema {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }
}

const factsOf = memoized((questions: SchemaSource) =>
  memoized((union: Union) => new UnionFacts(questions, union)),
);
