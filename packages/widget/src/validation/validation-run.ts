import type { StrictRJSFSchema } from '@rjsf/utils';
import { childPointer, targetIn, toPointer } from './json.ts';

/** A JSON Schema as the proxy sends it: `true` accepts every value, `false` none. */
export type Schema = boolean | SchemaObject;

/**
 * The keywords of draft-07, and those that 2020-12 adds, apart from `unevaluatedProperties` and
 * `unevaluatedItems`, which the proxy checks. It drops keywords that the schema's draft does not have, and
 * refuses references that leave the document or never end.
 */
export interface SchemaObject extends StrictRJSFSchema {
  formatMaximum?: string;
  formatMinimum?: string;
  prefixItems?: Schema[];
  minContains?: number;
  maxContains?: number;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, Schema>;
}

/** Keywords by name: whether a value satisfies the keyword. */
export type Keywords<Value> = {
  [Name in keyof SchemaObject]?: (
    keyword: Exclude<SchemaObject[Name], undefined>,
    value: Value,
    run: Run,
    schema: SchemaObject,
  ) => boolean;
};

export type NamedKeyword = [
  name: keyof SchemaObject,
  isSatisfied: (keyword: never, value: never, run: Run, schema: SchemaObject) => boolean,
];

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

/** The JSON Pointer of what is wrong: a missing member has its own, rather than that of the object around it. */
export function pointerOf({ instancePath, params: { missingProperty } }: CheckError): string {
  return missingProperty === undefined
    ? instancePath
    : childPointer(instancePath, String(missingProperty));
}

/** One branch of an `anyOf` or `oneOf`. */
export interface Branch {
  /** JSON Pointer of the value that it validates. */
  pointer: string;
  /** The same object for all branches of one keyword and value, with the schema's array of them. */
  union: { key: readonly unknown[] };
  index: number;
}

/** One validation. Its methods return whether the value is valid, unless they say otherwise. */
export class Run {
  readonly #root: object;
  readonly #keywordsFor: (schema: SchemaObject, value: unknown) => readonly NamedKeyword[];
  readonly #path: (string | number)[];
  /** The branches around the current value, outermost first, and the depth of their values. */
  readonly #branches: (Omit<Branch, 'pointer'> & { depth: number })[] = [];
  /** `undefined` where only validity matters. */
  #errors: CheckError[] | undefined;

  /**
   * @param keywordsFor - passed in, because the keywords import this module
   * @param errors - receives the errors; absent when only validity matters
   * @param path - of the value in the whole
   */
  constructor(
    root: object,
    keywordsFor: (schema: SchemaObject, value: unknown) => readonly NamedKeyword[],
    errors?: CheckError[],
    path: (string | number)[] = [],
  ) {
    this.#root = root;
    this.#keywordsFor = keywordsFor;
    this.#errors = errors;
    this.#path = path;
  }

  validate(schema: Schema, value: unknown): boolean {
    if (typeof schema === 'boolean') return schema || this.fail('false schema', {});
    return this.every(this.#keywordsFor(schema, value), ([name, isSatisfied]) =>
      isSatisfied(schema[name] as never, value as never, this, schema),
    );
  }

  /** Validates against what `$ref` refers to; throws when it refers to nothing. */
  validateRef(ref: string, value: unknown): boolean {
    const target = targetIn(this.#root, ref);
    if (typeof target !== 'boolean' && (typeof target !== 'object' || target === null))
      throw new Error(`$ref is dangling: ${ref}`);
    return this.validate(target as Schema, value);
  }

  /** Validates the property or item at `key`. */
  validateChild(key: string | number, schema: Schema, value: unknown): boolean {
    this.#path.push(key);
    const valid = this.validate(schema, value);
    this.#path.pop();
    return valid;
  }

  /** Validates against a branch of `anyOf` or `oneOf`. */
  validateBranch(union: Branch['union'], index: number, schema: Schema, value: unknown): boolean {
    this.#branches.push({ union, index, depth: this.#path.length });
    const valid = this.validate(schema, value);
    this.#branches.pop();
    return valid;
  }

  /** As `validate`, without errors. */
  matches(schema: Schema, value: unknown): boolean {
    const errors = this.#errors;
    this.#errors = undefined;
    const valid = this.validate(schema, value);
    this.#errors = errors;
    return valid;
  }

  /** Runs `validate`, and drops its errors if it returns `true`. */
  attempt(validate: () => boolean): boolean {
    const before = this.#errors?.length ?? 0;
    const valid = validate();
    if (valid) this.#errors?.splice(before);
    return valid;
  }

  /** Whether all items pass; stops at the first failure when only validity matters. */
  every<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): boolean {
    let valid = true;
    for (const item of items) {
      if (!passes(item)) valid = false;
      if (!valid && this.#errors === undefined) return false;
    }
    return valid;
  }

  /** Records an error at the current value. */
  fail(keyword: string, params: CheckError['params']): false {
    if (this.#errors === undefined) return false;
    const branches = this.#branches.map(({ depth, ...branch }) => {
      return { ...branch, pointer: toPointer(this.#path.slice(0, depth)) };
    });
    this.#errors.push({ instancePath: toPointer(this.#path), keyword, params, branches });
    return false;
  }
}
