import type { RJSFSchema } from '@rjsf/utils';
import { type CustomValidatorOptionsType, customizeValidator } from '@rjsf/validator-ajv8';
import { _, Ajv, type ErrorObject, type FuncKeywordDefinition, str } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  constantsOf,
  type FileRules,
  type FormSchema,
  isDataUrl,
  isFileSchema,
  isMultipleOf,
  isOfEncoding,
  isOfMediaType,
  LONGEST_TEXT,
  namedDraft,
  type SchemaDraft,
} from 'precandidate-contract';
import { PROXY_PATTERN } from '../sanitizer/patterns.ts';
import { isJsonObject } from '../shared/json.ts';
import { mapSubschemas, type Schema } from '../sanitizer/schema-rules.ts';

/** Validates data; returns AJV's errors. */
export type Checker = (data: unknown) => ErrorObject[];

type AjvClass = NonNullable<CustomValidatorOptionsType['AjvClass']>;

/** The cast: RJSF's types expect the CommonJS module instead of the class. */
const ajvClass = (schema: FormSchema) =>
  (namedDraft(schema['$schema']) === '2020-12' ? Ajv2020 : Ajv) as unknown as AjvClass;

/** AJV's own has an absolute tolerance: too narrow for cents of large amounts, or too wide. */
const MULTIPLE_OF: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (multipleOf: number, value: number) => isMultipleOf(value, multipleOf),
  errors: false,
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
};

/** What AJV only notes about files. */
const FILE_KEYWORDS = [
  fileKeyword('contentEncoding', isOfEncoding),
  fileKeyword('contentMediaType', isOfMediaType),
];

function fileKeyword(
  keyword: 'contentEncoding' | 'contentMediaType',
  isSatisfied: (text: string, rules: FileRules) => boolean,
): FuncKeywordDefinition {
  return {
    keyword,
    type: 'string',
    schemaType: 'string',
    compile: (_value, parent) => (text: string) => isSatisfied(text, parent as FileRules),
    errors: false,
    error: {
      message: ({ schemaCode }) => str`must be of ${schemaCode}`,
      params: ({ schemaCode }) => _`{${keyword}: ${schemaCode}}`,
    },
  };
}

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
    },
    // RJSF's own knows neither parameters nor all letters of a media type.
    customFormats: { 'data-url': isDataUrl },
    extenderFn: (ajv) => {
      for (const definition of [MULTIPLE_OF, ...FILE_KEYWORDS])
        ajv.removeKeyword(String(definition.keyword)).addKeyword(definition);
      return ajv;
    },
  });
  const checked = forAjv(schema, namedDraft(schema['$schema']) ?? 'draft-07') as RJSFSchema;
  return (data) => {
    const result = validator.rawValidation<ErrorObject>(checked, data);
    if (result.validationError !== undefined) throw result.validationError;
    return withoutSkippedItems(result.errors ?? []);
  };
}

/** AJV also reports each item that `contains` skipped. None of them is wrong by itself. */
function withoutSkippedItems(errors: ErrorObject[]): ErrorObject[] {
  const lists = errors.filter(({ keyword }) => keyword === 'contains');
  return errors.filter(
    ({ schemaPath }) => !lists.some((list) => schemaPath.startsWith(`${list.schemaPath}/`)),
  );
}

/**
 * Keywords that become a part of `allOf`, each with those that depend on it, because AJV's code for 2020-12
 * counts evaluated fields: it would refuse every field beside `dependentSchemas` that do not apply, and
 * throws for `patternProperties` beside branches.
 */
const APART: readonly (readonly [string, ...string[]])[] = [
  ['dependentSchemas'],
  ['patternProperties', 'properties', 'additionalProperties'],
];

/**
 * The schema as AJV checks it: the third of the forms that `sanitizeSchema` lists.
 *
 * - A `oneOf` or `anyOf` of constants becomes an `enum`: AJV compiles each branch to code of its own,
 *   and reports each of them.
 * - The schema of `contains` is wrapped in a double `not`: AJV would report every item that does not
 *   match, with paths that are wrong after a `$ref`; for a `not` it only reports that it failed.
 * - The keywords of {@link APART} become parts of `allOf`.
 * - A pattern for the proxy alone becomes a plain one.
 * - A text without `maxLength` gets one, unless it is a file.
 */
function forAjv(node: unknown, draft: SchemaDraft): unknown {
  if (!isJsonObject(node)) return node;
  const { [PROXY_PATTERN]: pattern, ...given } = node;
  const choices = ['oneOf', 'anyOf'].flatMap((keyword) => {
    const values = constantsOf(given[keyword]);
    return values === undefined ? [] : [{ keyword, values }];
  });
  const apart = APART.filter(([keyword]) => given[keyword] !== undefined);
  const replaced = new Set([...choices.map(({ keyword }) => keyword), ...apart.flat()]);
  const mapped = mapSubschemas(given, draft, (below, keyword) =>
    keyword === 'contains' ? { not: { not: forAjv(below, draft) } } : forAjv(below, draft),
  );
  const rest = picked(mapped, (keyword) => !replaced.has(keyword));
  const parts = [
    ...choices.map(({ values }) => ({ enum: values })),
    ...apart.map((keywords) => picked(mapped, (keyword) => keywords.includes(keyword))),
  ];
  return {
    ...rest,
    ...(parts.length > 0 && { allOf: [...allOf(rest), ...parts] }),
    ...(pattern !== undefined && { pattern }),
    ...(rest['type'] === 'string' &&
      rest['maxLength'] === undefined &&
      !isFileSchema(rest) && { maxLength: LONGEST_TEXT }),
  };
}

function picked(schema: Schema, isPicked: (keyword: string) => boolean): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isPicked(keyword)));
}

/** Keywords that further data may satisfy: incomplete data cannot violate them. */
const LATER: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'minProperties',
  'minItems',
  'contains',
  'minContains',
  'maxContains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/**
 * The schema that any part of valid data satisfies. It is lenient in doubt, because the submitted data
 * is validated as a whole. `oneOf` becomes `anyOf`: several branches may match incomplete data.
 */
export function completableSchema(schema: FormSchema): FormSchema {
  return completable(schema, namedDraft(schema['$schema']) ?? 'draft-07') as FormSchema;
}

function completable(node: unknown, draft: SchemaDraft): unknown {
  if (!isJsonObject(node)) return node;
  const lasting = picked(node, (keyword) => !LATER.has(keyword));
  const kept = mapSubschemas(lasting, draft, (below) => completable(below, draft));
  const { oneOf, ...rest } = withoutNames(kept);
  return oneOf === undefined ? rest : { ...rest, allOf: [...allOf(rest), { anyOf: oneOf }] };
}

/** Without the names in `dependencies`, which are required later. */
function withoutNames(schema: Schema): Schema {
  const { dependencies } = schema;
  if (!isJsonObject(dependencies)) return schema;
  const schemas = Object.entries(dependencies).filter(([, below]) => !Array.isArray(below));
  return { ...schema, dependencies: Object.fromEntries(schemas) };
}

function allOf({ allOf: given }: Schema): unknown[] {
  return Array.isArray(given) ? given : [];
}
