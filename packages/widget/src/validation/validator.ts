import { fromPointer, withoutUndefined } from './json.ts';
import {
  ANY_KEYWORDS,
  LIST_KEYWORDS,
  NUMBER_KEYWORDS,
  OBJECT_KEYWORDS,
  TEXT_KEYWORDS,
  typeOf,
} from './keywords.ts';
import {
  type CheckError,
  type Keywords,
  type NamedKeyword,
  Run,
  type Schema,
  type SchemaObject,
} from './run.ts';

/**
 * Validates data by interpreting its schema. No code is generated, so that it runs under any content
 * security policy. To validate one field, pass its schema and value, and the whole schema as `root`.
 *
 * @param schema - `root` or a part of it; must not change afterwards
 * @param root - what `$ref` refers to
 * @param pointer - JSON Pointer of `data` in the whole, with which the paths of errors begin
 * @returns every violation; empty when the data is valid
 * @throws Error when the schema is unusable: a dangling `$ref`, an invalid pattern
 */
export function check(
  schema: object,
  data: unknown,
  root: object = schema,
  pointer = '',
): CheckError[] {
  const errors: CheckError[] = [];
  const run = new Run(root, keywordsFor, errors, fromPointer(pointer));
  run.validate(schema as Schema, withoutUndefined(data));
  return errors;
}

/** Like {@link check}, but stops at the first violation. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return new Run(root, keywordsFor).validate(schema as Schema, withoutUndefined(data));
}

const listed = (keywords: Keywords<never>) => Object.entries(keywords) as NamedKeyword[];
const GENERAL = listed(ANY_KEYWORDS);
const BY_TYPE: Readonly<Record<string, readonly NamedKeyword[]>> = {
  array: listed(LIST_KEYWORDS),
  number: listed(NUMBER_KEYWORDS),
  object: listed(OBJECT_KEYWORDS),
  string: listed(TEXT_KEYWORDS),
};

/** The keywords of a schema that apply to a value. */
function keywordsFor(schema: SchemaObject, value: unknown): NamedKeyword[] {
  const keywords = [...GENERAL, ...(BY_TYPE[typeOf(value)] ?? [])];
  return keywords.filter(([name]) => schema[name] !== undefined);
}
