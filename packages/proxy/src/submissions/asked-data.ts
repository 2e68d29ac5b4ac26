import type { FormData, FormSchema } from 'precandidate-contract';
import { isRecord } from '../status/records.ts';

/** Keywords that hold a schema, a list of schemas, or schemas by name, for the same object. */
const SCHEMA = ['if', 'then', 'else'];
const LIST = ['allOf', 'anyOf', 'oneOf'];
const BY_NAME = ['dependentSchemas', 'dependencies'];

/**
 * The fields that the form asks for: what else was sent along goes no further, so a candidate
 * cannot add a field of the service's own. A schema that says what further fields may hold
 * (`additionalProperties`, `patternProperties`) asks for all.
 */
export function askedData(schema: FormSchema, data: FormData): FormData {
  const named = new Set<string>();
  const asksForAll = gather(schema, schema, named, new Set());
  if (asksForAll) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => named.has(name)));
}

/** Adds the names that `part` gives to fields of the whole; answers whether it asks for any field. */
function gather(part: unknown, root: FormSchema, named: Set<string>, seen: Set<unknown>): boolean {
  if (!isRecord(part) || seen.has(part)) return false;
  seen.add(part);
  for (const name of namesOf(part['properties'])) named.add(name);
  const further = part['additionalProperties'] ?? part['unevaluatedProperties'];
  let asksForAll = isRecord(further) || further === true || part['patternProperties'] !== undefined;
  const inPlace = [
    target(part['$ref'], root),
    ...SCHEMA.map((keyword) => part[keyword]),
    ...LIST.flatMap((keyword) => part[keyword] ?? []),
    ...BY_NAME.flatMap((keyword) => Object.values(part[keyword] ?? {})),
  ];
  for (const inner of inPlace) asksForAll = gather(inner, root, named, seen) || asksForAll;
  return asksForAll;
}

const namesOf = (value: unknown) => (isRecord(value) ? Object.keys(value) : []);

/** Admission has seen to it that a reference resolves inside. */
function target(reference: unknown, root: FormSchema): unknown {
  if (typeof reference !== 'string') return undefined;
  const steps = decodeURIComponent(reference.replace(/^#\/?/, '')).split('/').filter(Boolean);
  return steps.reduce<unknown>((place, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof place === 'object' && place !== null && Object.hasOwn(place, key)
      ? (place as Record<string, unknown>)[key]
      : undefined;
  }, root);
}
