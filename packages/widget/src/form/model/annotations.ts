import type { RJSFSchema } from '@rjsf/utils';
import { NULLABLE } from '../fields/kinds.ts';
import { OPTION_DETAILS } from '../fields/options.ts';
import type { Part } from './question-node.ts';
import type { Schema } from './schema.ts';

/** Keywords that the merged schema gets in another way, or that only validation needs. */
const LEFT_OUT = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  '$anchor',
  '$comment',
  'definitions',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'not',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'required',
  'items',
  'additionalItems',
  'prefixItems',
  'type',
  'enum',
  'const',
]);
const HIGHEST = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'formatMinimum'];
const LOWEST = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'formatMaximum'];

export function titlesOf(schemas: readonly Schema[]): string[] {
  return schemas.map(({ title }) => title).filter((title) => typeof title === 'string');
}

/** Title and description of the question: a condition may call it otherwise than the schema around it. */
export function titleAndDescription(
  parts: readonly Part[],
): Pick<RJSFSchema, 'title' | 'description'> {
  const annotationOf = (keyword: 'title' | 'description') => {
    const all = parts.filter(({ schema, isBranch }) => !isBranch && schema[keyword] !== undefined);
    const last = all.at(-1)?.source;
    const text = all.find(({ source }) => source === last)?.schema[keyword];
    return typeof text === 'string' && { [keyword]: text };
  };
  return { ...annotationOf('title'), ...annotationOf('description') };
}

/** Annotations and limits: the first part names, the strictest limits. */
export function annotations(schemas: readonly Schema[]): RJSFSchema {
  const merged: Schema = {};
  for (const schema of schemas)
    for (const [keyword, value] of Object.entries(schema)) {
      if (LEFT_OUT.has(keyword)) continue;
      if (keyword === OPTION_DETAILS) {
        // Labels belong to values: each list names its own.
        merged[keyword] = [
          ...((merged[keyword] as unknown[] | undefined) ?? []),
          ...(value as unknown[]),
        ];
        continue;
      }
      const before = merged[keyword];
      const isStricter =
        (HIGHEST.includes(keyword) && (value as number) > (before as number)) ||
        (LOWEST.includes(keyword) && (value as number) < (before as number)) ||
        keyword === NULLABLE;
      if (before === undefined || isStricter) merged[keyword] = value;
    }
  return merged as RJSFSchema;
}

/** The types that all parts allow; those of the first part where they contradict each other. */
export function typeIn(schemas: readonly Schema[]): unknown {
  const lists = schemas
    .map(({ type }) => type)
    .filter((type) => type !== undefined)
    .map((type) => [type].flat());
  const [first = [], ...others] = lists;
  const fits = (type: unknown, types: readonly unknown[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const narrow = first.map((type) =>
    type === 'number' && others.some((types) => !types.includes('number')) ? 'integer' : type,
  );
  const common = narrow.filter((type) => others.every((types) => fits(type, types)));
  const types = common.length > 0 ? common : first;
  return types.length > 1 ? types : types[0];
}
