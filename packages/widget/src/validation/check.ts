import { LIST_KEYWORDS, OBJECT_KEYWORDS } from './collection-keywords.ts';
import { memoized, withoutUndefined } from './json.ts';
import {
  type CheckError,
  type Keywords,
  type NamedKeyword,
  Run,
  type Schema,
  type SchemaObject,
} from './run.ts';
import {
  ANY_KEYWORDS,
  NUMBER_KEYWORDS,
  TEXT_KEYWORDS,
  TYPE_KEYWORD,
  typeOf,
} from './value-keywords.ts';

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
  new Run(root, keywordsFor, errors).validate(schema as Schema, withoutUndefined(data));
  return errors;
}

/** Like {@link check}, but stops at the first violation. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return new Run(root, keywordsFor).validate(schema as Schema, withoutUndefined(data));
}

const listed = (keywords: Keywords<never>) => Object.entries(keywords) as NamedKeyword[];
const TYPE = listed(TYPE_KEYWORD);
const ANY = listed(ANY_KEYWORDS);
const BY_TYPE: Readonly<Record<string, readonly NamedKeyword[]>> = {
  array: listed(LIST_KEYWORDS),
  number: listed(NUMBER_KEYWORDS),
  object: listed(OBJECT_KEYWORDS),
  string: listed(TEXT_KEYWORDS),
};

/** The keywords of a schema for each type of value, as far as they are known yet. */
const known = memoized((_schema: SchemaObject): Record<string, NamedKeyword[]> => ({}));

/** The keywords of a schema that apply to a value, in AJV's order of errors. */
function keywordsFor(schema: SchemaObject, value: unknown): NamedKeyword[] {
  const type = typeOf(value);
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
