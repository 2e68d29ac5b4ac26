import { LIST_KEYWORDS, OBJECT_KEYWORDS } from './collection-keywords.ts';
import { fromFragment, memoized, toPointer, valueAt, withoutUndefined } from './json.ts';
import type { Keywords, Run, Schema, SchemaObject } from './schema.ts';
import {
  ANY_KEYWORDS,
  typeOf,
  NUMBER_KEYWORDS,
  TEXT_KEYWORDS,
  TYPE_KEYWORD,
} from './value-keywords.ts';

/** One failed keyword, like an error of AJV. */
export interface CheckError {
  /** JSON Pointer into the data, e.g. `/referees/0`; `''` for the whole. */
  instancePath: string;
  /** The schema keyword, e.g. `minLength`; `false schema` where nothing is allowed. */
  keyword: string;
  /** AJV's `params`, e.g. `{ limit: 8 }`. */
  params: Record<string, unknown>;
  /** The branches of `anyOf` and `oneOf` around it, outermost first. */
  branches: readonly Branch[];
}

/** One branch of an `anyOf` or `oneOf`. */
export interface Branch {
  /** JSON Pointer of the value that it validates. */
  pointer: string;
  /** The same object for all branches of one keyword and value. */
  union: object;
  /** Index of the branch. */
  index: number;
}

/**
 * Validates data by interpreting its schema. No code is generated, so that it runs under any content
 * security policy. To validate one field, pass its schema and value, and the whole schema as `root`.
 *
 * @param schema - `root` or a part of it; must not change afterwards
 * @param root - what `$ref` refers to
 * @returns every violation, in AJV's order; empty when the data is valid
 * @throws Error when the schema is unusable (a dangling `$ref`, an invalid pattern) or the check takes
 * too many steps
 */
export function check(schema: object, data: unknown, root: object = schema): CheckError[] {
  const errors: CheckError[] = [];
  new Check(root, errors).validate(schema as Schema, withoutUndefined(data));
  return errors;
}

/** Like {@link check}, but stops at the first violation. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return new Check(root).validate(schema as Schema, withoutUndefined(data));
}

/** Far more than any form needs; reached within a second, before the stack overflows. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 1_000;

type Evaluated = Set<string | number>;

class Check implements Run {
  readonly #root: object;
  readonly #path: (string | number)[] = [];
  /** The branches around the current value, outermost first, and the depth of their values. */
  readonly #branches: { union: object; index: number; depth: number }[] = [];
  /** `undefined` where only validity matters. */
  #errors: CheckError[] | undefined;
  /** The evaluated properties or items of the current value; `undefined` where no keyword needs them. */
  #evaluated: Evaluated | undefined;
  #steps = 0;
  #depth = 0;

  constructor(root: object, errors?: CheckError[]) {
    this.#root = root;
    this.#errors = errors;
  }

  validate(schema: Schema, value: unknown): boolean {
    if (typeof schema === 'boolean') return schema || this.fail('false schema', {});
    this.#steps += 1;
    this.#depth += 1;
    if (this.#steps > MAX_STEPS || this.#depth > MAX_DEPTH)
      throw new Error('The check takes too many steps');
    const outer = this.#evaluated;
    if (hasUnevaluated(schema)) this.#evaluated = new Set();
    const valid = this.every(keywordsFor(schema, typeOf(value)), ([name, isSatisfied]) =>
      isSatisfied(schema[name] as never, value as never, this, schema),
    );
    if (this.#evaluated !== outer) addAll(outer, this.#evaluated);
    this.#evaluated = outer;
    this.#depth -= 1;
    return valid;
  }

  validateRef(ref: string, value: unknown): boolean {
    const target = ref.startsWith('#') ? valueAt(this.#root, fromFragment(ref)) : undefined;
    if (typeof target !== 'boolean' && (typeof target !== 'object' || target === null))
      throw new Error(`$ref is dangling: ${ref}`);
    return this.validate(target as Schema, value);
  }

  validateChild(key: string | number, schema: Schema, value: unknown): boolean {
    const outer = this.#evaluated;
    this.#evaluated = undefined;
    this.#path.push(key);
    const valid = this.validate(schema, value);
    this.#path.pop();
    this.#evaluated = outer;
    return valid;
  }

  validateOptional(schema: Schema, value: unknown): boolean {
    const outer = this.#evaluated;
    this.#evaluated = outer && new Set();
    const valid = this.validate(schema, value);
    if (valid) addAll(outer, this.#evaluated);
    this.#evaluated = outer;
    return valid;
  }

  validateBranch(union: object, index: number, schema: Schema, value: unknown): boolean {
    this.#branches.push({ union, index, depth: this.#path.length });
    const valid = this.validateOptional(schema, value);
    this.#branches.pop();
    return valid;
  }

  matches(schema: Schema, value: unknown): boolean {
    const outer = this.#evaluated;
    this.#evaluated = undefined;
    const valid = this.silently(() => this.validate(schema, value));
    this.#evaluated = outer;
    return valid;
  }

  silently(validate: () => boolean): boolean {
    const errors = this.#errors;
    this.#errors = undefined;
    const valid = validate();
    this.#errors = errors;
    return valid;
  }

  attempt(validate: () => boolean): boolean {
    const before = this.#errors?.length ?? 0;
    const valid = validate();
    if (valid) this.#errors?.splice(before);
    return valid;
  }

  every<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): boolean {
    let valid = true;
    for (const item of items) {
      if (!passes(item)) valid = false;
      if (!valid && this.#errors === undefined) return false;
    }
    return valid;
  }

  fail(keyword: string, params: CheckError['params']): false {
    if (this.#errors === undefined) return false;
    const branches = this.#branches.map(({ depth, ...branch }) => {
      return { ...branch, pointer: toPointer(this.#path.slice(0, depth)) };
    });
    this.#errors.push({ instancePath: toPointer(this.#path), keyword, params, branches });
    return false;
  }

  get tracksEvaluated(): boolean {
    return this.#evaluated !== undefined;
  }

  isEvaluated(key: string | number): boolean {
    return this.#evaluated?.has(key) ?? false;
  }

  setEvaluated(key: string | number): void {
    this.#evaluated?.add(key);
  }
}

/** Whether a schema needs to know what its other keywords evaluated. */
function hasUnevaluated({ unevaluatedProperties, unevaluatedItems }: SchemaObject): boolean {
  return unevaluatedProperties !== undefined || unevaluatedItems !== undefined;
}

function addAll(to: Evaluated | undefined, from: Evaluated | undefined): void {
  if (to !== undefined) for (const key of from ?? []) to.add(key);
}

type NamedKeyword = [
  name: keyof SchemaObject,
  isSatisfied: (keyword: never, value: never, run: Run, schema: SchemaObject) => boolean,
];

const listed = (keywords: Keywords<never>) => Object.entries(keywords) as NamedKeyword[];
const TYPE = listed(TYPE_KEYWORD);
const ANY = listed(ANY_KEYWORDS);
/** The keywords for values of one type. */
const BY_TYPE: Readonly<Record<string, readonly NamedKeyword[]>> = {
  array: listed(LIST_KEYWORDS),
  number: listed(NUMBER_KEYWORDS),
  object: listed(OBJECT_KEYWORDS),
  string: listed(TEXT_KEYWORDS),
};

/** The keywords of a schema for each type of value, as far as they are known yet. */
const known = memoized((_schema: SchemaObject): Record<string, NamedKeyword[]> => ({}));

/** The keywords of a schema for values of a type, in AJV's order of errors. */
function keywordsFor(schema: SchemaObject, type: string): NamedKeyword[] {
  return (known(schema)[type] ??= findKeywords(schema, type));
}

function findKeywords(schema: SchemaObject, type: string): NamedKeyword[] {
  const present = (keywords: readonly NamedKeyword[] = []) =>
    keywords.filter(([name]) => schema[name] !== undefined);
  const any = present(ANY);
  const own = present(BY_TYPE[type]);
  // AJV reports a wrong type where it would have checked the keywords of the right one.
  const isTypeLater = present(BY_TYPE[String(schema.type)]).length > 0;
  return isTypeLater ? [...any, ...TYPE, ...own] : [...present(TYPE), ...any, ...own];
}
