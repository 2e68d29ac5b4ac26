import { toPointer, withoutUndefined } from './json.ts';
import type { Evaluated, Run } from './rule.ts';
import { kindOf, rulesOf } from './rules.ts';
import { type Schema, SchemaDocument, type SchemaObject } from './schema-document.ts';

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

const documents = new WeakMap<object, SchemaDocument>();

/**
 * Validates data by interpreting its schema. No code is generated, so that it runs under any content
 * security policy. To validate one field, pass its schema and value, and the whole schema as `root`.
 *
 * @param schema - `root` or a part of it; must not change afterwards
 * @param root - resolves `$ref`, and its `$schema` names the draft
 * @returns every violation, in AJV's order; empty when the data is valid
 * @throws Error when the schema is unusable (a dangling `$ref`, an invalid pattern) or the check takes
 * too many steps
 */
export function check(schema: object, data: unknown, root: object = schema): CheckError[] {
  const errors: CheckError[] = [];
  new Walk(documentOf(root), errors).judge(schema as Schema, withoutUndefined(data));
  return errors;
}

/** Like {@link check}, but stops at the first violation. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return new Walk(documentOf(root)).judge(schema as Schema, withoutUndefined(data));
}

function documentOf(root: object): SchemaDocument {
  const document = documents.get(root) ?? new SchemaDocument(root as SchemaObject);
  documents.set(root, document);
  return document;
}

/** Far more than any form needs; reached within a second, before the stack overflows. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 1_000;

/** The state of one check. */
class Walk implements Run {
  readonly #document: SchemaDocument;
  readonly #path: (string | number)[] = [];
  /** Base addresses of the schemas on the way here, outermost first: the dynamic scope. */
  readonly #scope: string[] = [];
  /** The branches on the way here, outermost first, and the depth of their values. */
  readonly #branches: { union: object; index: number; depth: number }[] = [];
  /** `undefined` where only validity matters. */
  #errors: CheckError[] | undefined;
  #steps = 0;
  #depth = 0;

  constructor(document: SchemaDocument, errors?: CheckError[]) {
    this.#document = document;
    this.#errors = errors;
  }

  judge(schema: Schema, value: unknown, seen?: Evaluated): boolean {
    if (typeof schema === 'boolean') return schema || this.fail('false schema', {});
    this.#steps += 1;
    this.#depth += 1;
    if (this.#steps > MAX_STEPS || this.#depth > MAX_DEPTH)
      throw new Error('The check takes too many steps');
    this.#scope.push(this.#document.baseOf(schema));
    const own = hasUnevaluated(schema) ? new Set<string | number>() : seen;
    const rules = rulesOf(schema, kindOf(value), this.#document.draft);
    const valid = this.every(rules, (rule) => rule(value as never, this, own));
    if (own !== seen) addAll(seen, own);
    this.#scope.pop();
    this.#depth -= 1;
    return valid;
  }

  separately(schema: Schema, value: unknown, seen?: Evaluated): boolean {
    const own = seen && new Set<string | number>();
    const valid = this.judge(schema, value, own);
    if (valid) addAll(seen, own);
    return valid;
  }

  branch(union: object, index: number, schema: Schema, value: unknown, seen?: Evaluated): boolean {
    this.#branches.push({ union, index, depth: this.#path.length });
    const valid = this.separately(schema, value, seen);
    this.#branches.pop();
    return valid;
  }

  fits(schema: Schema, value: unknown, seen?: Evaluated): boolean {
    const errors = this.#errors;
    this.#errors = undefined;
    const valid = this.separately(schema, value, seen);
    this.#errors = errors;
    return valid;
  }

  child(key: string | number, schema: Schema, value: unknown): boolean {
    this.#path.push(key);
    const valid = this.judge(schema, value);
    this.#path.pop();
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

  attempt(passes: () => boolean): boolean {
    const before = this.#errors?.length ?? 0;
    const valid = passes();
    if (valid) this.#errors?.splice(before);
    return valid;
  }

  target(schema: SchemaObject, keyword: '$ref' | '$dynamicRef'): Schema {
    return keyword === '$ref'
      ? this.#document.target(schema)
      : this.#document.dynamicTarget(schema, this.#scope);
  }

  fail(keyword: string, params: CheckError['params']): false {
    if (this.#errors === undefined) return false;
    const branches = this.#branches.map(({ depth, ...branch }) => {
      return { ...branch, pointer: toPointer(this.#path.slice(0, depth)) };
    });
    this.#errors.push({ instancePath: toPointer(this.#path), keyword, params, branches });
    return false;
  }
}

/** Whether a schema needs to know what its other keywords evaluated. */
function hasUnevaluated({ unevaluatedProperties, unevaluatedItems }: SchemaObject): boolean {
  return unevaluatedProperties !== undefined || unevaluatedItems !== undefined;
}

function addAll(to: Evaluated | undefined, from: Evaluated | undefined): void {
  if (to !== undefined) for (const key of from ?? []) to.add(key);
}
