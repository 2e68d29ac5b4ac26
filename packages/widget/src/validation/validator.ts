import { ID_KEY, JUNK_OPTION_ID, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { withoutUndefined } from './json.ts';
import {
  ANY_KEYWORDS,
  LIST_KEYWORDS,
  NUMBER_KEYWORDS,
  OBJECT_KEYWORDS,
  TEXT_KEYWORDS,
  TYPE_KEYWORD,
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

export type FormValidator = ValidatorType<FormData, RJSFSchema>;

/** RJSF's `ValidatorType` on top of {@link check}, with the verdicts of `@rjsf/validator-ajv8`. */
export function createValidator(): FormValidator {
  return {
    isValid: (schema, data, root) => {
      // RJSF's option that no data matches.
      if (schema[ID_KEY] === JUNK_OPTION_ID) return false;
      try {
        return isValid(schema, data, root);
      } catch {
        return false;
      }
    },
    rawValidation: <Result>(schema: RJSFSchema, data?: FormData) => {
      try {
        return { errors: check(schema, data) as Result[] };
      } catch (error) {
        return { validationError: error as Error };
      }
    },
    // RJSF does not validate (`noValidate`): the form controller does, and shows the errors.
    validateFormData: () => ({ errors: [], errorSchema: {} }),
  };
}

/**
 * Validates data by interpreting its schema. No code is generated, so that it runs under any content
 * security policy. To validate one field, pass its schema and value, and the whole schema as `root`.
 *
 * @param schema - `root` or a part of it; must not change afterwards
 * @param root - what `$ref` refers to
 * @returns every violation, in AJV's order; empty when the data is valid
 * @throws Error when the schema is unusable: a dangling `$ref`, an invalid pattern
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

/** The keywords of a schema that apply to a value, in AJV's order of errors. */
function keywordsFor(schema: SchemaObject, value: unknown): NamedKeyword[] {
  const type = typeOf(value);
  const present = (keywords: readonly NamedKeyword[] = []) =>
    keywords.filter(([name]) => schema[name] !== undefined);
  const any = present(ANY);
  const own = present(BY_TYPE[type]);
  // AJV reports a wrong type where it would have checked the keywords of the right one.
  const isTypeLater = present(BY_TYPE[String(schema.type)]).length > 0;
  return isTypeLater ? [...any, ...TYPE, ...own] : [...present(TYPE), ...any, ...own];
}
