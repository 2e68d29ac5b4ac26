import { toPointer, withoutUndefined } from './json.ts';
import { type Evaluated, kindOf, rulesOf, type Run } from './rules.ts';
import { type Schema, SchemaDocument, type SchemaObject } from './schema-document.ts';

/** One failed keyword, in the shape that AJV gives its errors. */
export interface CheckError {
  /** JSON Pointer into the data, e.g. `/referees/0`; `''` for the whole. */
  instancePath: string;
  /** The schema keyword, e.g. `minLength`; `false schema` where nothing is allowed. */
  keyword: string;
  /** What AJV would tell about it, e.g. `{ limit: 8 }`. */
  params: Record<string, unknown>;
  /** The shapes of `anyOf` and `oneOf` that it lies in, from the outside in. */
  branches: readonly Branch[];
}

/** One of the shapes that a part of the data may take. */
export interface Branch {
  /** JSON Pointer of the part. */
  pointer: string;
  /** The same object for all shapes of the part. */
  part: object;
  /** Which of them, from 0. */
  index: number;
}

const documents = new WeakMap<object, SchemaDocument>();

/**
 * Checks data against a schema by walking it: no code is generated, so any content security policy
 * will do. One field is checked by its own schema and value, with the whole schema as `root`.
 *
 * @param schema - the schema, or a part of `root`; not changed, and not to be changed afterwards
 * @param root - where `$ref` is resolved, and whose `$schema` names the draft
 * @returns every violation, shaped like AJV's errors and in its order; empty when the data is valid
 * @throws Error when the schema cannot be used (a dangling `$ref`, a broken pattern) or the check
 * would not end in time
 */
export function check(schema: object, data: unknown, root: object = schema): CheckError[] {
  const errors: CheckError[] = [];
  new Walk(documentOf(root), errors).judge(schema as Schema, withoutUndefined(data));
  return errors;
}

/** The verdict of {@link check} alone: stops at the first violation. Throws as `check` does. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return new Walk(documentOf(root)).judge(schema as Schema, withoutUndefined(data));
}

function documentOf(root: object): SchemaDocument {
  const document = documents.get(root) ?? new SchemaDocument(root as SchemaObject);
  documents.set(root, document);
  return document;
}

/** Far more than any form takes; less than a stack or a candidate's patience. */
const MOST_STEPS = 200_000;
const DEEPEST = 1_000;

/** Walks a schema and a value side by side. One is made for each check. */
export class Walk implements Run {
  readonly #document: SchemaDocument;
  readonly #path: (string | number)[] = [];
  /** Addresses of the schemas that the walk is in, the first one first. */
  readonly #scope: string[] = [];
  /** The shapes that the walk is in, the first one first, and how deep in the data each begins. */
  readonly #shapes: { part: object; index: number; depth: number }[] = [];
  /** `undefined` where only the verdict is asked. */
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
    if (this.#steps > MOST_STEPS || this.#depth > DEEPEST)
      throw new Error('The check would not end in time.');
    this.#scope.push(this.#document.baseOf(schema));
    const own = isCurious(schema) ? new Set<string | number>() : seen;
    const rules = rulesOf(schema, kindOf(value), this.#document.draft);
    const valid = this.every(rules, (rule) => rule(value as never, this, own));
    if (own !== seen) addAll(seen, own);
    this.#scope.pop();
    this.#depth -= 1;
    return valid;
  }

  branch(schema: Schema, value: unknown, seen?: Evaluated): boolean {
    const own = seen && new Set<string | number>();
    const valid = this.judge(schema, value, own);
    if (valid) addAll(seen, own);
    return valid;
  }

  shape(part: object, index: number, schema: Schema, value: unknown, seen?: Evaluated): boolean {
    this.#shapes.push({ part, index, depth: this.#path.length });
    const valid = this.branch(schema, value, seen);
    this.#shapes.pop();
    return valid;
  }

  fits(schema: Schema, value: unknown, seen?: Evaluated): boolean {
    const errors = this.#errors;
    this.#errors = undefined;
    const valid = this.branch(schema, value, seen);
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
    const branches = this.#shapes.map(({ depth, ...shape }) => {
      return { ...shape, pointer: toPointer(this.#path.slice(0, depth)) };
    });
    this.#errors.push({ instancePath: toPointer(this.#path), keyword, params, branches });
    return false;
  }
}

/** Whether a schema asks what its other keywords evaluated. */
function isCurious({ unevaluatedProperties, unevaluatedItems }: SchemaObject): boolean {
  return unevaluatedProperties !== undefined || unevaluatedItems !== undefined;
}

function addAll(to: Evaluated | undefined, from: Evaluated | undefined): void {
  if (to !== undefined) for (const key of from ?? []) to.add(key);
}
