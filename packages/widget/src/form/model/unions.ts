import { canonical, memoized } from '../../validation/json.ts';
import { isFile } from '../fields/kinds.ts';
import { readableName } from '../fields/labels.ts';
import { OPTION_DETAILS } from '../fields/options.ts';
import { type BranchFeatures, branchIds } from './branch-ids.ts';
import { titlesOf } from './annotations.ts';
import { closestOf, distanceOf } from './branch-distance.ts';
import { type BranchKind, type BranchOption, type Choice, NO_BRANCH } from './question-node.ts';
import {
  type Branch,
  CHOOSES,
  type Constant,
  constantsIn,
  type SchemaReader,
  isSchema,
  requiredFields,
  type Schema,
  sharedTitle,
  untitled,
  SILENT,
  typeOf,
  type Union,
} from './schema.ts';

/** All schemas of each property of a branch, whatever the data is. */
type Fields = ReadonlyMap<string, readonly Schema[]>;

/** A property whose value chooses the branch. */
export interface Discriminator {
  name: string;
  /** The values of each branch; none for the branch of all other values. */
  values: readonly (readonly Constant[])[];
}

/** The properties of a schema and of those that always apply with it. */
function fieldsOf(schemas: SchemaReader, branch: Schema): Fields {
  const fields = new Map<string, Schema[]>();
  for (const { properties } of schemas.inPlace(branch, ['allOf']))
    for (const [name, field] of Object.entries(isSchema(properties) ? properties : {})) {
      const found = fields.get(name) ?? [];
      fields.set(name, isSchema(field) ? [...found, schemas.deref(field)] : found);
    }
  return fields;
}

const constantsOf = (fields: Fields, name: string) => (fields.get(name) ?? []).flatMap(constantsIn);
const textOf = ({ value }: Constant) => canonical(value);

/**
 * The property that tells the branches apart: all of them, but for one, name their own values of it.
 *
 * @param isOffered - whether a property may be one
 */
export function discriminatorOf(
  branches: readonly Fields[],
  isOffered: (name: string) => boolean,
): Discriminator | undefined {
  const names = new Set(branches.flatMap((fields) => [...fields.keys()]));
  const found = [...names].filter(isOffered).map((name) => {
    return { name, values: branches.map((fields) => constantsOf(fields, name)) };
  });
  const others = ({ values }: Discriminator) => values.filter((own) => own.length === 0).length;
  const isClear = ({ values }: Discriminator) => {
    const texts = values.flat().map(textOf);
    return texts.length > 0 && new Set(texts).size === texts.length;
  };
  return found
    .filter((each) => others(each) <= 1 && isClear(each))
    .toSorted((a, b) => others(a) - others(b))[0];
}

/** Position of the branch that a value of the discriminator chooses, or {@link NO_BRANCH}. */
export function branchFor({ values }: Discriminator, value: unknown): number {
  if (value === undefined) return NO_BRANCH;
  const text = canonical(value);
  const named = values.findIndex((own) => own.some((constant) => textOf(constant) === text));
  const other = values.findIndex((own) => own.length === 0);
  return named === -1 ? other : named;
}

/** The constants of a branch, by name, that other branches have with another value. */
function tagsOf(branches: readonly Fields[], position: number): Map<string, unknown> {
  const tags = new Map<string, unknown>();
  for (const [name, fields] of branches[position] ?? []) {
    const [constant, ...more] = fields.flatMap(constantsIn);
    const values = branches.map((other) => constantsOf(other, name).map(textOf).join());
    const isTag = values.some((value) => value !== '' && value !== values[position]);
    if (constant !== undefined && more.length === 0 && isTag) tags.set(name, constant.value);
  }
  return tags;
}

const nameOf = ({ title, value }: Constant) =>
  typeof title === 'string' ? title : readableName(String(value));

/** A branch's title, else its constants or the one that tells it apart, else the labels of its fields, or entries. */
function labelOf(
  schemas: SchemaReader,
  { schema }: Branch,
  branches: readonly Fields[],
  position: number,
): string | undefined {
  const branch = schemas.deref(schema);
  if (typeof branch['title'] === 'string') return branch['title'];
  const texts = constantsIn(branch).filter(({ value }) => typeof value === 'string' && value);
  if (texts.length > 0) return texts.slice(0, 3).map(nameOf).join(', ');
  const fields = branches[position] ?? new Map<string, readonly Schema[]>();
  const others = branches.filter((_other, index) => index !== position);
  for (const name of fields.keys()) {
    const constants = constantsOf(fields, name);
    const [constant] = constants;
    const theirs = others.flatMap((other) => constantsOf(other, name).map(textOf));
    if (constant === undefined || theirs.includes(textOf(constant))) continue;
    // Options that only this branch has are a question, not its name.
    if (constants.length > 1 && theirs.length === 0) continue;
    const shared = sharedTitle(branches.flatMap((each) => constantsOf(each, name)));
    return nameOf(constant.title === shared ? untitled(constant) : constant);
  }
  const isOwn = (name: string) => others.every((other) => !other.has(name));
  const own = [...fields].filter(([name]) => isOwn(name));
  const namesOf = (all: Fields) => [...all.keys()].sort().join();
  const isDistinct = others.every((other) => namesOf(other) !== namesOf(fields));
  // The branch of all other values of a name is not about that name.
  const isTold = (name: string) => others.some((other) => constantsOf(other, name).length > 0);
  const shared = isDistinct ? [...fields].filter(([name]) => !isTold(name)) : [];
  const shown = fieldLabels(own.length > 0 ? own : shared);
  if (shown !== undefined) return shown;
  if (!isDistinct && fields.size > 0) return distinctLabels(fields, others);
  const entry = isSchema(branch['items']) ? schemas.deref(branch['items']) : {};
  return titlesOf([entry])[0] ?? fieldLabels([...fieldsOf(schemas, entry)]);
}

/** The labels of the first three fields. */
function fieldLabels(fields: readonly [string, readonly Schema[]][]): string | undefined {
  const labels = fields.map(([name, found]) => titlesOf(found)[0] ?? readableName(name));
  return labels.length > 0 ? labels.slice(0, 3).join(', ') : undefined;
}

/** The labels of a branch's fields where other branches with the same fields call them otherwise. */
function distinctLabels(fields: Fields, others: readonly Fields[]): string | undefined {
  const labels = fieldLabels([...fields]);
  return others.some((other) => fieldLabels([...other]) === labels) ? undefined : labels;
}

/** What a branch without a label is, for words in the candidate's language. */
function kindOf(schema: Schema): Pick<BranchOption, 'kind' | 'values'> {
  const values = constantsIn(schema).map(({ value }) => value);
  if (values.length > 0) return { values };
  const [type] = [schema['type']].flat().filter((each) => each !== 'null');
  const format = String(schema['format']);
  const isText = type === 'string' && Object.hasOwn(KINDS_OF_TEXT, format);
  const kind = isFile(schema) ? 'file' : isText ? KINDS_OF_TEXT[format] : KINDS_OF_TYPE.get(type);
  return kind === undefined ? {} : { kind };
}

const KINDS_OF_TYPE = new Map<unknown, BranchKind>([
  ['string', 'text'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'yesNo'],
  ['array', 'list'],
]);
const KINDS_OF_TEXT: Readonly<Record<string, BranchKind>> = {
  date: 'date',
  time: 'time',
  'date-time': 'dateTime',
  email: 'email',
};

/** Position of the branch that the data fits best; {@link NO_BRANCH} where no branch asks for any of it. */
export function closestBranch(
  schemas: SchemaReader,
  { branches }: Union,
  fields: readonly Fields[],
  value: unknown,
): number {
  const isAsked = (name: string) => fields.some((own) => own.has(name));
  const isGiven = (name: string) => isSchema(value) && value[name] !== undefined && isAsked(name);
  const asked = isSchema(value) ? Object.keys(value).filter(isGiven) : [];
  if (isSchema(value) && asked.length === 0) return NO_BRANCH;
  const distances = branches.map(({ schema }, at) => {
    const unasked = asked.filter((name) => fields[at]?.has(name) !== true);
    return distanceOf(schemas.errorsIn(schema, value), '', unasked.length);
  });
  return closestOf(distances);
}

/** What a union says, whatever the data is. Its schemas are the same objects each time. */
export class UnionFacts {
  readonly fields: readonly Fields[];
  /** A yes or no, or options, that tell the branches apart, although nothing else asks for them. */
  readonly asked: Discriminator | undefined;
  readonly #union: Union;
  readonly #labels: readonly (string | undefined)[];
  readonly #ids: readonly string[];
  readonly #schemas: SchemaReader;
  readonly #made = new Map<string, object>();

  constructor(schemas: SchemaReader, union: Union) {
    this.#union = union;
    this.fields = union.branches.map(({ schema }) => fieldsOf(schemas, schema));
    const { fields } = this;
    this.#schemas = schemas;
    this.#labels = union.branches.map((branch, at) => labelOf(schemas, branch, fields, at));
    this.#ids = branchIds(
      union.branches.map(({ schema }) =>
        featuresOf(schemas.deref(schema), fieldsOf(schemas, schema)),
      ),
    );
    const isTitled = union.branches.some(
      ({ schema }) => schemas.deref(schema)['title'] !== undefined,
    );
    const found = isTitled ? undefined : discriminatorOf(fields, () => true);
    const isBoolean = found?.values.every(([constant]) => typeof constant?.value === 'boolean');
    // A constant is given with the choice of its branch; options are a question.
    const hasOptions = found?.values.every((each) => each.length > 0) && this.#offers(found.name);
    this.asked = isBoolean || hasOptions ? found : undefined;
  }

  /** Whether a branch lists options for a property, rather than a constant. */
  #offers(name: string): boolean {
    const all = this.fields.flatMap((fields) => fields.get(name) ?? []);
    return all.some((field) => !('const' in field));
  }

  /** Asks for {@link asked}. */
  get question(): Schema {
    const { name = '', values = [] } = this.asked ?? {};
    const [title] = titlesOf(this.fields.flatMap((fields) => fields.get(name) ?? []));
    const type = typeOf(values.flat().map(({ value }) => value));
    const field = { type, ...(title !== undefined && { title }) };
    return this.#make('question', () => ({ properties: { [name]: field }, required: [name] }));
  }

  /** Offers the values of a discriminator, unless it has options of its own. */
  optionsFor({ name, values }: Discriminator, hasOptions: boolean): Schema {
    if (hasOptions || values.some((own) => own.length === 0))
      return this.#make(`chooses ${name}`, () => ({ properties: { [name]: { [CHOOSES]: true } } }));
    const found = values.flat();
    const shared = sharedTitle(found);
    const all = values.flatMap((own, at) =>
      own.map(({ value, title }) => {
        const ownTitle = title === shared ? undefined : title;
        return { value, title: ownTitle ?? (own.length === 1 ? this.#titleAt(at) : undefined) };
      }),
    );
    const options = {
      [CHOOSES]: true,
      enum: all.map(({ value }) => value),
      [OPTION_DETAILS]: all,
    };
    return this.#make(`options ${name}`, () => ({ properties: { [name]: options } }));
  }

  /** Asks for all that branches require. */
  get required(): Schema {
    const branches = this.#union.branches.map(({ index, schema }) => {
      return { index, schema: this.#schemas.deref(schema) };
    });
    return this.#make('required', () => requiredFields(branches));
  }

  choice(position: number, count: number): Choice {
    const { key, branches } = this.#union;
    return this.#make([position, count].join(), () => ({
      key,
      name: `choice${count}`,
      fields: [...new Set(this.fields.flatMap((own) => [...own.keys()]))],
      options: branches.map(({ index, schema }, at) => {
        const label = this.#labels[at];
        const name = label === undefined ? kindOf(this.#schemas.deref(schema)) : { label };
        return { index, id: this.#ids[at] ?? '', ...name };
      }),
      chosen: branches[position]?.index ?? NO_BRANCH,
    }));
  }

  /** The constants that the choice of a branch gives. */
  silent(position: number): Schema {
    return this.#make(`silent ${position}`, () => {
      // The branch is one value: choosing it gives this value.
      const branch = this.#schemas.deref(this.#union.branches[position]?.schema ?? {});
      if ('const' in branch) return { [SILENT]: true, const: branch['const'] };
      const tags = [...tagsOf(this.fields, position)];
      const silent = tags.map(([name, value]) => [name, { [SILENT]: true, const: value }]);
      return { properties: Object.fromEntries(silent) };
    });
  }

  #titleAt(position: number): unknown {
    return this.#union.branches[position]?.schema['title'];
  }

  /** The same object each time. */
  #make<Made extends object>(name: string, make: () => Made): Made {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made as Made;
  }
}

/** What a branch is recognized by. */
function featuresOf(schema: Schema, fields: Fields): BranchFeatures {
  const found = [...fields.keys()].map((name) => [name, constantsOf(fields, name)] as const);
  const constants = [['', constantsIn(schema)] as const, ...found]
    .filter(([, all]) => new Set(all.map(textOf)).size === 1)
    .map(([name, [constant]]) => [name, constant?.value] as const);
  const titled = [...fields].map(([name, all]) => [name, ...titlesOf(all).slice(0, 1)].join(' '));
  return { schema, constants, fields: titled };
}

/** What a union says; computed once. */
export const factsOf = memoized((schemas: SchemaReader) =>
  memoized((union: Union) => new UnionFacts(schemas, union)),
);
