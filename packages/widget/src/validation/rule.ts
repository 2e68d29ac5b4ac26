import type { Schema, SchemaObject } from './schema-document.ts';

/** Names and indexes that some keyword has evaluated, for `unevaluatedProperties` and `…Items`. */
export type Evaluated = Set<string | number>;

/** One keyword of one schema; `seen` only where an `unevaluated…` keyword needs it. */
export type Rule<Value> = (value: Value, run: Run, seen: Evaluated | undefined) => boolean;

/** Creates the rule of each keyword, in AJV's order of errors. */
export type Keywords<Value> = {
  [Keyword in keyof SchemaObject]?: (
    schema: SchemaObject & Required<Pick<SchemaObject, Keyword>>,
  ) => Rule<Value>;
};

/** A running check. Each method returns whether the value is valid. */
export interface Run {
  /** Validates against another schema that applies in any case. */
  judge(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** Validates against a schema that may not apply: its evaluations count only if it is valid. */
  separately(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `separately`, for a branch of `anyOf` or `oneOf`. */
  branch(union: object, index: number, schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `separately`, without errors. */
  fits(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** Validates the member or item at `key`. */
  child(key: string | number, schema: Schema, value: unknown): boolean;
  /** Whether all items pass; stops at the first failure when only validity matters. */
  every<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): boolean;
  /** Drops the errors of the attempt if it passes as a whole. */
  attempt(passes: () => boolean): boolean;
  /** Resolves a reference; throws when it is dangling. */
  target(schema: SchemaObject, keyword: '$ref' | '$dynamicRef'): Schema;
  /** Records an error at the current value. */
  fail(keyword: string, params: Record<string, unknown>): false;
}
