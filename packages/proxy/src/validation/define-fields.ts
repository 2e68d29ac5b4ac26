import { childPointer } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { printablePointer } from './json-pointer.ts';
import { ANNOTATIONS, isTextList, schemaUnusable } from './schema-rules.ts';

const TEXT = { type: 'string' } as const;

/** With one of these, another schema may define a field: then nothing is added. */
const OTHER_BRANCHES = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
];
/** A field with only these has no type, or is text. */
const SHAPELESS = new Set([
  ...[...ANNOTATIONS].filter((keyword) => keyword !== 'default'),
  'format',
  'pattern',
  'minLength',
  'maxLength',
]);

/**
 * Makes text of what the schema does not define, because a form could not show it: a field without a type,
 * a list without `items`. The service documents text as the default. A name that is only required stays as
 * it is: the form asks for it where it is required. Changes `node`, which is our own copy.
 */
export function defineFields(node: Record<string, unknown>, changes: string[], pointer = ''): void {
  const add = (place: string) => changes.push(`text-assumed ${printablePointer(place)}`);
  if (hasAny(node, OTHER_BRANCHES)) return;
  assertFillable(node, pointer);
  const properties = isJsonObject(node['properties']) ? node['properties'] : undefined;
  for (const [name, field] of Object.entries(properties ?? {})) {
    const place = childPointer(childPointer(pointer, 'properties'), name);
    if (properties && isShapeless(field)) {
      properties[name] = field === true ? TEXT : { ...TEXT, ...(field as object) };
      add(place);
    } else if (isJsonObject(field)) defineFields(field, changes, place);
  }
  const place = childPointer(pointer, 'items');
  if (node['type'] === 'array' && !hasAny(node, ['items', 'prefixItems', 'contains'])) {
    node['items'] = TEXT;
    add(place);
  } else if (isJsonObject(node['items'])) defineFields(node['items'], changes, place);
}

/** A form has no editor for names that the candidate invents. */
function assertFillable(node: Record<string, unknown>, pointer: string): void {
  const { type, properties, required, minProperties } = node;
  if (properties === undefined && ![type].flat().includes('object')) return;
  const defined = isJsonObject(properties) ? Object.keys(properties) : [];
  const names = new Set([...defined, ...(isTextList(required) ? required : [])]);
  if (Number(minProperties ?? 0) > names.size)
    throw schemaUnusable('requires fields that it does not name', pointer);
}

function isShapeless(field: unknown): boolean {
  if (!isJsonObject(field)) return field === true;
  return Object.keys(field).every((keyword) => SHAPELESS.has(keyword));
}

function hasAny(node: Record<string, unknown>, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(node, keyword));
}
