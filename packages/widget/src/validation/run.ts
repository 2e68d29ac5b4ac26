import type { Schema, SchemaObject } from './schema.ts';

/** Names and indexes of a value that some keyword looked at: what `unevaluated…` leaves alone. */
export type Evaluated = Set<string | number>;

/** One keyword of one schema, ready to judge values; `seen` only where somebody asks for it. */
export type Rule<Value> = (value: Value, run: Run, seen: Evaluated | undefined) => boolean;

/** By keyword: makes the rule of a schema that has it. In the order in which errors are told. */
export type Keywords<Value> = {
  [Keyword in keyof SchemaObject]?: (
    schema: SchemaObject & Required<Pick<SchemaObject, Keyword>>,
  ) => Rule<Value>;
};

/** One check under way, as the keywords see it. Each method answers whether the value is valid. */
export interface Run {
  /** The same value by another schema, with all that this one evaluates. */
  judge(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** The same value by a schema that may not apply: what it evaluates counts only if it fits. */
  branch(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `branch`, by one of the shapes of a part. */
  shape(part: object, index: number, schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** As `branch`, without telling what is wrong. */
  fits(schema: Schema, value: unknown, seen?: Evaluated): boolean;
  /** What the value holds at `key`. */
  child(key: string | number, schema: Schema, value: unknown): boolean;
  /** All of them; stops at the first that does not pass when only the verdict is asked. */
  every<Item>(items: Iterable<Item>, passes: (item: Item) => boolean): boolean;
  /** Forgets what was found wrong within when the whole passes after all. */
  attempt(passes: () => boolean): boolean;
  /** The schema that `$ref` or `$dynamicRef` leads to. Throws when it leads nowhere. */
  target(schema: SchemaObject, keyword: '$ref' | '$dynamicRef'): Schema;
  /** Tells an error at this place. */
  fail(keyword: string, params: Record<string, unknown>): false;
}
