import type { AnnotatedSchema } from './failed-keyword.ts';

type Params = Record<string, unknown>;

const limit = (schema: AnnotatedSchema, keyword: string): Params => ({ limit: schema[keyword] });
const bound = (comparison: string) => (schema: AnnotatedSchema, keyword: string) => ({
  comparison,
  limit: schema[keyword],
});

/** AJV's `params` by keyword, for the keywords whose error holds one set of them. */
const PARAMS: Record<string, (schema: AnnotatedSchema, keyword: string) => Params> = {
  type: (schema) => ({ type: schema.type }),
  const: (schema) => ({ allowedValue: schema.const }),
  enum: (schema) => ({ allowedValues: schema.enum }),
  minLength: limit,
  maxLength: limit,
  minItems: limit,
  maxItems: limit,
  minProperties: limit,
  maxProperties: limit,
  minimum: bound('>='),
  maximum: bound('<='),
  exclusiveMinimum: bound('>'),
  exclusiveMaximum: bound('<'),
  multipleOf: (schema) => ({ multipleOf: schema.multipleOf }),
  pattern: (schema) => ({ pattern: schema.pattern }),
  format: (schema) => ({ format: schema.format }),
  contains: (schema) => ({ minContains: schema.minContains ?? 1 }),
  minContains: (schema) => ({ minContains: schema.minContains }),
  maxContains: (schema) => ({ maxContains: schema.maxContains }),
};

/** What AJV would put in `params` of this keyword's error; `{}` when nothing. */
export function keywordParams(schema: AnnotatedSchema, keyword: string): Params {
  return PARAMS[keyword]?.(schema, keyword) ?? {};
}

/** `params` of each missing property: a `required` error of the library stands for one of them. */
export function missingProperties(
  schema: AnnotatedSchema,
  keyword: string,
  data: object,
): Params[] {
  const absent = (name: string) => !Object.hasOwn(data, name);
  if (keyword === 'required')
    return (schema.required ?? []).filter(absent).map((name) => ({ missingProperty: name }));
  const rules = Object.entries((schema[keyword] ?? {}) as Record<string, unknown>);
  return rules.flatMap(([property, names]) => {
    if (!Array.isArray(names) || !Object.hasOwn(data, property)) return [];
    const rule = { property, depsCount: names.length, deps: names.join(', ') };
    return names.filter(absent).map((name: string) => ({ ...rule, missingProperty: name }));
  });
}
