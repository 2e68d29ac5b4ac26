import type { RJSFSchema } from '@rjsf/utils';
import { type CustomValidatorOptionsType, customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { constantsOf, type FormSchema, type SchemaDraft, namedDraft } from 'precandidate-contract';
import { compilePattern, PROXY_PATTERN } from './patterns.ts';
import { isJsonObject, mapSubschemas } from './schema-rules.ts';

/** Validates data; returns AJV's errors. */
export type Checker = (data: unknown) => ErrorObject[];

type AjvClass = NonNullable<CustomValidatorOptionsType['AjvClass']>;

/** The cast: RJSF's types expect the CommonJS module instead of the class. */
const ajvClass = (schema: FormSchema) =>
  (namedDraft(schema['$schema']) === '2020-12' ? Ajv2020 : Ajv) as unknown as AjvClass;

/**
 * RJSF's validator for one schema. Not shared, because AJV keeps every schema that it compiled. Throws
 * at its first use if the schema does not compile.
 */
export function compileChecker(schema: FormSchema): Checker {
  const validator = customizeValidator({
    AjvClass: ajvClass(schema),
    // The schema was sanitized: its keywords are known and their values have the right shape.
    ajvOptionsOverrides: {
      ownProperties: true,
      validateSchema: false,
      logger: false,
      code: { regExp: compilePattern },
    },
  });
  const checked = forAjv(schema, namedDraft(schema['$schema']) ?? 'draft-07') as RJSFSchema;
  return (data) => {
    const result = validator.rawValidation<ErrorObject>(checked, data);
    if (result.validationError !== undefined) throw result.validationError;
    return result.errors ?? [];
  };
}

/**
 * The schema as AJV checks it.
 *
 * - A `oneOf` or `anyOf` of constants becomes an `enum`: AJV compiles each branch to code of its own,
 *   and reports each of them.
 * - The schema of `contains` is wrapped in a double `not`: AJV would report every item that does not
 *   match, with paths that are wrong after a `$ref`; for a `not` it only reports that it failed.
 * - A pattern for the proxy alone becomes a plain one.
 */
function forAjv(node: unknown, draft: SchemaDraft): unknown {
  if (!isJsonObject(node)) return node;
  const { oneOf, anyOf, ...others } = node;
  const enums = [oneOf, anyOf].flatMap((branches) => {
    const values = constantsOf(branches);
    return values === undefined ? [] : [{ enum: values }];
  });
  const plain = {
    ...others,
    ...(oneOf !== undefined && constantsOf(oneOf) === undefined && { oneOf }),
    ...(anyOf !== undefined && constantsOf(anyOf) === undefined && { anyOf }),
  };
  const { [PROXY_PATTERN]: pattern, ...rest } = mapSubschemas(plain, draft, (below, keyword) =>
    keyword === 'contains' ? { not: { not: forAjv(below, draft) } } : forAjv(below, draft),
  );
  const given = Array.isArray(rest['allOf']) ? (rest['allOf'] as unknown[]) : [];
  return {
    ...rest,
    ...(enums.length > 0 && { allOf: [...given, ...enums] }),
    ...(pattern !== undefined && { pattern }),
  };
}
