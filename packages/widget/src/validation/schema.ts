/** A JSON Schema as the proxy sends it: `true` accepts every value, `false` none. */
export type Schema = boolean | SchemaObject;

/**
 * The keywords that validate, of draft-07 and 2020-12: the proxy drops those that the schema's draft does
 * not have, and refuses references out of the document.
 */
export interface SchemaObject {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  not?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  maximum?: number;
  minimum?: number;
  exclusiveMaximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
  formatMaximum?: string;
  formatMinimum?: string;
  maxItems?: number;
  minItems?: number;
  prefixItems?: Schema[];
  items?: Schema | Schema[];
  additionalItems?: Schema;
  contains?: Schema;
  minContains?: number;
  maxContains?: number;
  uniqueItems?: boolean;
  unevaluatedItems?: Schema;
  maxProperties?: number;
  minProperties?: number;
  required?: string[];
  propertyNames?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema;
  dependencies?: Record<string, Schema | string[]>;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, Schema>;
  unevaluatedProperties?: Schema;
}

/** Keywords by name, in the order of AJV's errors: whether a value satisfies the keyword. */
export type Keywords<Value> = {
  [Name in keyof SchemaObject]?: (
    keyword: Required<SchemaObject>[Name],
    value: Value,
    run: Run,
    schema: SchemaObject,
  ) => boolean;
};

/** A running check. Its methods return whether the value is valid, unless they say otherwise. */
export interface Run {
  validate(schema: Schema, value: unknown): boolean;
  /** Validates against what `$ref` refers to; throws when it refers to nothing. */
  validateRef(ref: string, value: unknown): boolean;
  /** Validates the property or item at `key`. */
  validateChild(key: string | number, schema: Schema, value: unknown): boolean;
  /** Validates against a schema that may not apply: what it evaluates counts only if it is valid. */
  validateOptional(schema: Schema, value: unknown): boolean;
  /** As `validateOptional`, for a branch of `anyOf` or `oneOf`. */
  validateBranch(union: object, index: number, schema: Schema, value: unknown): boolean;
  /** As `validate`, without errors, and without evaluating anything. */
  matches(schema: Schema, value: unknown): boolean;
  /** Runs `validate`, without errors. */
  silently(validate: () => boolean): boolean;
  /** Runs `validate`, and drops its errors if it returns `true`. */
  attempt(validate: () => boolean): boolean;
  /** Whether all items pass; stops at the first failure when only validity matters. */
  every<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): boolean;
  /** Records an error at the current value. */
  fail(keyword: string, params: Record<string, unknown>): false;

  /** Whether an `unevaluated…` keyword needs to know which properties and items were evaluated. */
  readonly tracksEvaluated: boolean;
  isEvaluated(key: string | number): boolean;
  setEvaluated(key: string | number): void;
}
