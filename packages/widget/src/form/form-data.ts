import type { FormData, FormSchema } from 'precandidate-contract';
import { fromPointer, toPointer, valueAt } from '../validation/json.ts';

/** The order of a form's top-level fields. Decided once, so that no field moves during typing. */
export interface Arrangement {
  /** Names of the fields before all others. */
  first: ReadonlySet<string>;
  /** Names of valid prefilled fields, which are folded into a list. */
  folded: ReadonlySet<string>;
}

/**
 * Folds valid prefilled fields, and puts the other required ones first. Without prefilled fields, the
 * schema's order stays.
 *
 * @param values - the form's initial values
 * @param invalid - JSON Pointers of invalid values
 */
export function arrange(
  schema: FormSchema,
  values: FormData,
  invalid: readonly string[],
): Arrangement {
  const prefilled = schema['x-prefilled'] ?? [];
  if (prefilled.length === 0) return { first: new Set(), folded: new Set() };
  const isValid = (name: string) => {
    const pointer = toPointer([name]);
    return !invalid.some((other) => other === pointer || other.startsWith(`${pointer}/`));
  };
  const folded = new Set(prefilled.filter((name) => name in values && isValid(name)));
  const first = new Set((schema.required ?? []).filter((name) => !folded.has(name)));
  return { first, folded };
}

/** Keywords that may add a field to a schema without properties. */
const ADDING_FIELDS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependencies', 'dependentSchemas'];

/** Whether a form has no field, whatever its values are. */
export function hasNoFields(schema: {
  properties?: object | undefined;
  [keyword: string]: unknown;
}): boolean {
  const { properties = {} } = schema;
  return (
    Object.keys(properties).length === 0 && !ADDING_FIELDS.some((keyword) => keyword in schema)
  );
}

/**
 * Removes empty optional objects and arrays: their own required fields would make them invalid.
 *
 * @param isOptional - whether the object or array at a JSON Pointer is optional
 */
export function withoutEmptyParts(
  data: Record<string, unknown>,
  isOptional: (pointer: string) => boolean,
): Record<string, unknown> {
  return prune(data, [], isOptional) as Record<string, unknown>;
}

function prune(
  value: unknown,
  path: readonly string[],
  isOptional: (pointer: string) => boolean,
): unknown {
  const pruneAt = (key: string, item: unknown) => prune(item, [...path, key], isOptional);
  if (Array.isArray(value)) return value.map((item, index) => pruneAt(String(index), item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => !isEmpty(item) || !isOptional(toPointer([...path, key])),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, pruneAt(key, item)]));
}

/**
 * Removes optional objects and lists that lack required values and hold only values of the schema: the
 * candidate left them as they were.
 *
 * @param missing - JSON Pointers of the required fields that are missing
 * @param is.isOfSchema - whether a value is the constant or the default of its field
 */
export function withoutUnanswered(
  data: Record<string, unknown>,
  missing: readonly string[],
  is: {
    isOptional: (pointer: string) => boolean;
    isOfSchema: (value: unknown, path: readonly string[]) => boolean;
  },
): Record<string, unknown> {
  const isUntouched = (value: unknown, path: readonly string[]): boolean =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).every(([key, item]) => isUntouched(item, [...path, key]))
      : is.isOfSchema(value, path);
  const unanswered = missing.flatMap((pointer) => {
    const path = fromPointer(pointer);
    const around = path.map((_name, depth) => path.slice(0, depth));
    const left = around.find(
      (each) => is.isOptional(toPointer(each)) && isUntouched(valueAt(data, each), each),
    );
    return left === undefined ? [] : [left];
  });
  if (unanswered.length === 0) return data;
  const copy = structuredClone(data);
  for (const path of unanswered) {
    const parent = valueAt(copy, path.slice(0, -1));
    if (typeof parent === 'object' && parent !== null && !Array.isArray(parent))
      Reflect.deleteProperty(parent, path.at(-1) ?? '');
  }
  return copy;
}

/**
 * The data with `null` for each required field that was left empty and accepts `null`.
 *
 * @param missing - JSON Pointers of the required fields that are missing
 * @param invalidIn - JSON Pointers of the invalid values in data
 */
export function withNulls(
  data: Record<string, unknown>,
  missing: readonly string[],
  invalidIn: (data: Record<string, unknown>) => readonly string[],
): Record<string, unknown> {
  if (missing.length === 0) return data;
  const invalid = new Set(invalidIn(setNulls(data, missing)));
  const nullable = missing.filter((pointer) => !invalid.has(pointer));
  return nullable.length === 0 ? data : setNulls(data, nullable);
}

function setNulls(data: Record<string, unknown>, pointers: readonly string[]) {
  const copy = structuredClone(data);
  for (const pointer of pointers) {
    const path = fromPointer(pointer);
    const parent = valueAt(copy, path.slice(0, -1));
    if (typeof parent !== 'object' || parent === null) continue;
    // Not an assignment, which would set the prototype for a field named `__proto__`.
    const options = { configurable: true, enumerable: true, writable: true };
    Object.defineProperty(parent, path.at(-1) ?? '', { value: null, ...options });
  }
  return copy;
}

/** Whether an object or array holds no value. A plain value is never empty. */
function isEmpty(value: unknown): boolean {
  const hasNoValue = (item: unknown) => item === undefined || item === null || isEmpty(item);
  return typeof value === 'object' && value !== null && Object.values(value).every(hasNoValue);
}
