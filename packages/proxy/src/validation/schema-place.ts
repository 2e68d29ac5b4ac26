import {
  childPointer,
  constantsOf,
  type FormData,
  type FormSchema,
  isFileSchema,
  type UiPlace,
  type Violation,
} from 'precandidate-contract';
import { appliedSchemas, fieldsOf } from '../sanitizer/applied-schemas.ts';
import type { Schema } from '../sanitizer/schema-rules.ts';
import { isJsonObject } from '../shared/json.ts';

const NUMBERS = ['number', 'integer'];
const TIMES: Readonly<Record<string, UiPlace>> = {
  date: 'date',
  'date-time': 'datetime',
  time: 'time',
};

/** The entries of a list, as a schema declares them. */
export interface Entries {
  /** All entries that are not of a tuple. */
  each: SchemaPlace | undefined;
  /** Those of a tuple, one by one. */
  first: readonly SchemaPlace[];
}

/**
 * A place of a form, such as `/referees/0/name`, with every schema that can apply to its value: through `$ref`,
 * `allOf`, results of conditions, and branches, whatever the data is.
 */
export class SchemaPlace {
  readonly #root: FormSchema;
  readonly #nodes: readonly Schema[];
  readonly #children = new Map<string, SchemaPlace>();
  #sourcesOfFields: Map<string, unknown[]> | undefined;
  #entries: Entries | undefined;
  #kinds: ReadonlySet<UiPlace> | undefined;

  private constructor(root: FormSchema, sources: readonly unknown[]) {
    this.#root = root;
    this.#nodes = appliedSchemas(root, sources);
  }

  /** @param schema - sanitized: none of its references leads back to itself */
  static root(schema: FormSchema): SchemaPlace {
    return new SchemaPlace(schema, [schema]);
  }

  /** `undefined` when no schema asks for such a field. A required name is a field also without a schema. */
  child(name: string): SchemaPlace | undefined {
    const sources = this.#fields.get(name);
    if (sources === undefined) return undefined;
    const place = this.#children.get(name) ?? new SchemaPlace(this.#root, sources);
    this.#children.set(name, place);
    return place;
  }

  /** Whether any schema names a field. */
  get hasFields(): boolean {
    return this.#fields.size > 0;
  }

  get #fields(): Map<string, unknown[]> {
    this.#sourcesOfFields ??= fieldsOf(this.#nodes);
    return this.#sourcesOfFields;
  }

  /** Whether it may have fields that no schema names. */
  get hasOtherFields(): boolean {
    return this.#nodes.some((node) => {
      const others = node['additionalProperties'] ?? node['unevaluatedProperties'] ?? false;
      return others !== false || node['patternProperties'] !== undefined;
    });
  }

  /** `undefined` when it is no list. */
  get entries(): Entries | undefined {
    if (!this.#isOf('array', ['items', 'prefixItems'])) return undefined;
    this.#entries ??= this.#readEntries();
    return this.#entries;
  }

  #readEntries(): Entries {
    const each: unknown[] = [];
    const first: unknown[][] = [];
    for (const { items, prefixItems, additionalItems } of this.#nodes) {
      const tuple = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
      for (const [index, item] of tuple.entries()) (first[index] ??= []).push(item);
      const others = Array.isArray(items) ? additionalItems : items;
      if (others !== undefined && others !== false) each.push(others);
    }
    const place = (sources: readonly unknown[]) => new SchemaPlace(this.#root, sources);
    // Entries without a schema are text.
    const isText = each.length + first.length === 0;
    return {
      each: isText || each.length > 0 ? place(each) : undefined,
      first: first.map(place),
    };
  }

  /** The lists of options that the schemas name; those of the entries, where several can be chosen. */
  get optionLists(): readonly (readonly unknown[])[] {
    if (this.#isSeveral) return this.entries?.each?.optionLists ?? [];
    const lists = this.#nodes.flatMap(({ enum: values, oneOf, anyOf }) => [
      ...(Array.isArray(values) ? [values as unknown[]] : []),
      ...[constantsOf(oneOf), constantsOf(anyOf)].filter((list) => list !== undefined),
    ]);
    // Constants of branches, which tell them apart.
    const constants = this.#nodes.filter((node) => 'const' in node).map((node) => node['const']);
    if (constants.length > 0) lists.push(distinct(constants));
    if (lists.length === 0 && this.#types.has('boolean')) lists.push([true, false]);
    const byText = new Map(lists.map((list) => [JSON.stringify(list), list]));
    return [...byText.values()];
  }

  /** What can be asked for here. */
  get kinds(): ReadonlySet<UiPlace> {
    this.#kinds ??= this.#readKinds();
    return this.#kinds;
  }

  #readKinds(): ReadonlySet<UiPlace> {
    const kinds = new Set<UiPlace>();
    if (this.#isOf('object', ['properties'])) kinds.add('object');
    if (this.entries) {
      if (this.#isSeveral) kinds.add('several');
      else kinds.add(this.entries.each?.kinds.has('file') ? 'file' : 'list');
      return kinds;
    }
    const lists = this.optionLists;
    for (const list of lists) {
      const isYesOrNo = list.every((value) => typeof value === 'boolean');
      kinds.add(isYesOrNo ? (list.includes(false) ? 'boolean' : 'consent') : 'choice');
    }
    if (lists.length > 0) return kinds;
    const types = this.#types;
    if (NUMBERS.some((type) => types.has(type))) kinds.add('number');
    if (types.has('string') || kinds.size === 0) for (const kind of this.#texts) kinds.add(kind);
    return kinds;
  }

  /** What can be asked for as text. */
  get #texts(): UiPlace[] {
    if (this.#nodes.some((node) => isFileSchema(node))) return ['file'];
    const formats = this.#nodes.flatMap(({ format }) => (typeof format === 'string' ? format : []));
    const times = formats.flatMap((format) => TIMES[format] ?? []);
    return times.length > 0 ? times : ['text'];
  }

  get #isSeveral(): boolean {
    if (!this.#nodes.some(({ uniqueItems }) => uniqueItems === true)) return false;
    return (this.entries?.each?.optionLists.length ?? 0) > 0;
  }

  get #types(): ReadonlySet<unknown> {
    const types = new Set(this.#nodes.flatMap(({ type }) => (type === undefined ? [] : type)));
    types.delete('null');
    return types;
  }

  #isOf(type: string, keywords: readonly string[]): boolean {
    const types = this.#types;
    if (types.size > 0) return types.has(type);
    return this.#nodes.some((node) => keywords.some((keyword) => node[keyword] !== undefined));
  }
}

/** Each value once. */
export function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Any other name may be something that a candidate entered, which no response repeats. */
const FIELD_NAME = /^[a-z_][\w./-]{0,63}$/i;

/** The fields that the form does not ask for, at any depth: a candidate must not set a field of the service's own. */
export function undeclaredFields(schema: FormSchema, data: FormData): Violation[] {
  return undeclaredAt(SchemaPlace.root(schema), data, '');
}

function undeclaredAt(place: SchemaPlace, value: unknown, pointer: string): Violation[] {
  if (isJsonObject(value)) {
    // An object that is one of the options is chosen as a whole.
    if (place.hasOtherFields || place.optionLists.length > 0) return [];
    if (pointer !== '' && !place.hasFields) return [];
  }
  return childrenOf(place, value).flatMap(([key, child, item]) => {
    if (child) return undeclaredAt(child, item, childPointer(pointer, key));
    if (typeof key === 'number') return [];
    return {
      pointer: FIELD_NAME.test(key) ? childPointer(pointer, key) : pointer,
      keyword: 'additionalProperties',
      detail: 'The form has no such field',
    };
  });
}

/** The consents that a prefill gives, at any depth: only the candidate can. */
export function prefilledConsents(schema: FormSchema, data: FormData): Violation[] {
  return consentsAt(SchemaPlace.root(schema), data, '');
}

function consentsAt(place: SchemaPlace, value: unknown, pointer: string): Violation[] {
  if (value === true && place.kinds.size === 1 && place.kinds.has('consent'))
    return [{ pointer, keyword: 'const', detail: 'Only the candidate can give this consent' }];
  return childrenOf(place, value).flatMap(([key, child, item]) =>
    child ? consentsAt(child, item, childPointer(pointer, key)) : [],
  );
}

/** The members or entries of a value, each with its place, if the schema has one. */
function childrenOf(
  place: SchemaPlace,
  value: unknown,
): (readonly [key: string | number, place: SchemaPlace | undefined, value: unknown])[] {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => {
      const entry = place.entries?.first[index] ?? place.entries?.each;
      return [index, entry, item] as const;
    });
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, item]) => [name, place.child(name), item] as const);
}
