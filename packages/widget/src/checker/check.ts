import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';
import type { CheckError } from './check-error.ts';
import { failedKeyword, type AnnotatedSchema, type SchemaLookup } from './failed-keyword.ts';
import './formats.ts';
import { fromFragment, toPointer } from './json-pointer.ts';
import { keywordParams, missingProperties } from './keyword-params.ts';
import { withoutUndefined } from './without-undefined.ts';

/** 2019-09 applies the keywords beside a `$ref`, as AJV does in every draft. */
const DRAFT = '2019-09';
const MISSING = new Set(['required', 'dependencies', 'dependentRequired']);
/** Keywords that AJV does not report: the errors below them say it. */
const SILENT = new Set([
  '$ref',
  '$recursiveRef',
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
]);

const lookups = new WeakMap<object, SchemaLookup>();

function lookupOf(root: Schema): SchemaLookup {
  const known = lookups.get(root);
  if (known !== undefined) return known;
  const lookup = dereference(root) as SchemaLookup;
  lookups.set(root, lookup);
  return lookup;
}

/**
 * Checks data against a schema by walking it: no code is generated, so any content security policy
 * will do.
 *
 * @param schema - the schema, or a part of `root`
 * @param root - where `$ref` is resolved
 * @returns every violation, shaped like AJV's errors; empty when the data is valid
 * @throws Error when the schema itself cannot be used: a dangling `$ref`, a broken pattern
 */
export function check(schema: object, data: unknown, root: object = schema): CheckError[] {
  const lookup = lookupOf(root as Schema);
  if (schema !== root) dereference(schema as Schema, Object.create(null));
  // Absent data satisfies what `null` does, `type: 'null'` aside.
  const value = data === undefined ? null : withoutUndefined(data);
  const { valid, errors } = validate(value, schema as Schema, DRAFT, lookup as never, false);
  if (valid) return [];
  const found = toCheckErrors(errors, schema as AnnotatedSchema, lookup, value);
  // The verdict is the library's even if none of its errors is one that AJV reports.
  return found.length > 0
    ? found
    : [{ instancePath: '', schemaPath: '#', keyword: 'false schema', params: {} }];
}

function toCheckErrors(
  units: OutputUnit[],
  schema: AnnotatedSchema,
  lookup: SchemaLookup,
  data: unknown,
): CheckError[] {
  const seen = new Set<string>();
  return units.flatMap((unit, index) => {
    const { keyword, keywordLocation, instanceLocation } = unit;
    if (keyword === 'false') return falseSchema(unit, units[index - 1]);
    const place = failedKeyword(schema, lookup, keywordLocation);
    if (place?.inContains && keyword !== 'contains') return [];
    const path = fromFragment(instanceLocation);
    if (place?.onPropertyName) path.pop();
    const error = (params: CheckError['params']): CheckError => ({
      instancePath: toPointer(path),
      schemaPath: keywordLocation,
      keyword,
      params,
    });
    if (place !== undefined && MISSING.has(keyword)) {
      const once = `${instanceLocation} ${keywordLocation}`;
      if (seen.has(once)) return [];
      seen.add(once);
      return missingProperties(place.schema, keyword, objectAt(data, path)).map(error);
    }
    if (SILENT.has(keyword)) return [];
    return [error(place === undefined ? {} : keywordParams(place.schema, keyword))];
  });
}

/** A property or item that may not be there at all: AJV names it in the error of its parent. */
function falseSchema(unit: OutputUnit, before: OutputUnit | undefined): CheckError[] {
  const path = fromFragment(unit.instanceLocation);
  if (before?.keyword !== 'additionalProperties')
    return [
      {
        instancePath: toPointer(path),
        schemaPath: before?.keywordLocation ?? '#',
        keyword: 'false schema',
        params: {},
      },
    ];
  return [
    {
      instancePath: toPointer(path.slice(0, -1)),
      schemaPath: before.keywordLocation,
      keyword: 'additionalProperties',
      params: { additionalProperty: path.at(-1) },
    },
  ];
}

function objectAt(data: unknown, path: readonly string[]): object {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    data,
  ) as object;
}
