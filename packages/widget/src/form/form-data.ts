import type { FormData, FormSchema } from 'precandidate-contract';
import { fromPointer, toPointer, valueAt } from '../validation/json.ts';
import { type FormViolation, missingIn } from './violations.ts';

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

/** The data that would be sent, and what is wrong with it. */
export interface CheckedData {
  data: FormData;
  violations: FormViolation[];
}

/** What a form knows about its fields. */
interface FieldRules {
  /** Whether the object or array at a JSON Pointer is optional. */
  isOptional: (pointer: string) => boolean;
  /** Whether a value is the constant or the default of its field. */
  isOfSchema: (value: unknown, path: readonly string[]) => boolean;
  validate: (data: FormData) => FormViolation[];
}

/** Drops what the candidate left empty or untouched, and fills in `null` where the schema wants it. */
export function dataToSend(values: FormData, rules: FieldRules): CheckedData {
  const checked = (data: FormData): CheckedData => ({ data, violations: rules.validate(data) });
  // An empty optional object or array: its own required fields would make it invalid.
  let result = checked(prune(values, [], rules.isOptional) as FormData);
  // An optional object with `country: 'PE'`, its default, that lacks its required `street`.
  const untouched = untouchedAround(missingIn(result.violations), result.data, rules);
  if (untouched.length > 0) result = checked(without(untouched, result.data));
  // An empty required field that accepts `null`.
  const missing = missingIn(result.violations);
  if (missing.length === 0) return result;
  const withNulls = rules.validate(withNullsAt(missing, result.data));
  const invalid = new Set(withNulls.map(({ pointer }) => pointer));
  const nullable = missing.filter((pointer) => !invalid.has(pointer));
  return nullable.length === 0 ? result : checked(withNullsAt(nullable, result.data));
}

function prune(
  value: unknown,
  path: readonly string[],
  isOptional: FieldRules['isOptional'],
): unknown {
  const pruneAt = (key: string, item: unknown) => prune(item, [...path, key], isOptional);
  if (Array.isArray(value)) return value.map((item, index) => pruneAt(String(index), item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => !isEmpty(item) || !isOptional(toPointer([...path, key])),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, pruneAt(key, item)]));
}

/** Paths of the optional objects and lists around missing fields that hold only values of the schema. */
function untouchedAround(
  missing: readonly string[],
  data: FormData,
  { isOptional, isOfSchema }: FieldRules,
): string[][] {
  const isUntouched = (value: unknown, path: readonly string[]): boolean =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).every(([key, item]) => isUntouched(item, [...path, key]))
      : isOfSchema(value, path);
  return missing.flatMap((pointer) => {
    const path = fromPointer(pointer);
    const around = path.map((_name, depth) => path.slice(0, depth));
    const isLeft = (each: string[]) =>
      isOptional(toPointer(each)) && isUntouched(valueAt(data, each), each);
    return around.filter(isLeft).slice(0, 1);
  });
}

function without(paths: readonly string[][], data: FormData): FormData {
  const copy = structuredClone(data);
  for (const path of paths) {
    const parent = valueAt(copy, path.slice(0, -1));
    if (typeof parent === 'object' && parent !== null && !Array.isArray(parent))
      Reflect.deleteProperty(parent, path.at(-1) ?? '');
  }
  return copy;
}

function withNullsAt(pointers: readonly string[], data: FormData): FormData {
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
