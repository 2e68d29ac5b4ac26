import type { Schema } from '@cfworker/json-schema';
import { fromFragment } from './json-pointer.ts';

/** A schema as the library annotates it: a `$ref` carries the address that it resolves to. */
export type AnnotatedSchema = Schema & { __absolute_ref__?: string; [keyword: string]: unknown };

/** Every schema below the root by its address. */
export type SchemaLookup = Record<string, Schema | boolean>;

/** The schema object that holds a failed keyword, and how it was reached. */
export interface FailedKeyword {
  schema: AnnotatedSchema;
  keyword: string;
  /** The keyword stands below `contains`, whose own error says enough. */
  inContains: boolean;
  /** The keyword was applied to a property's name, not to its value. */
  onPropertyName: boolean;
}

const SCHEMA_MAPS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
]);

/** Follows a keyword location such as `#/properties/a/$ref/minLength`; `undefined` when it leads nowhere. */
export function failedKeyword(
  root: AnnotatedSchema,
  lookup: SchemaLookup,
  location: string,
): FailedKeyword | undefined {
  const segments = fromFragment(location);
  const keyword = segments.pop();
  if (keyword === undefined) return undefined;
  const found: FailedKeyword = { schema: root, keyword, inContains: false, onPropertyName: false };
  while (segments.length > 0) {
    const step = segments.shift() ?? '';
    found.inContains ||= step === 'contains';
    found.onPropertyName = step === 'propertyNames';
    const next = below(found.schema, step, lookup, segments);
    if (typeof next !== 'object' || next === null) return undefined;
    found.schema = next as AnnotatedSchema;
  }
  return found;
}

function below(
  schema: AnnotatedSchema,
  step: string,
  lookup: SchemaLookup,
  rest: string[],
): unknown {
  if (step === '$ref') return lookup[schema.__absolute_ref__ ?? ''];
  const value = Object.hasOwn(schema, step) ? schema[step] : undefined;
  if (Array.isArray(value)) return value[Number(rest.shift())];
  if (!SCHEMA_MAPS.has(step)) return value;
  const key = rest.shift() ?? '';
  const map = value as Record<string, unknown>;
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
