import { isJsonObject } from './is-json-object.ts';
import { childPointer, shownPointer } from '../submissions/json-pointer.ts';

const TEXT = { type: 'string' } as const;

/** Where one of these stands, a field may be defined by another part: then nothing is added. */
const OTHER_PARTS =
  '$ref allOf anyOf oneOf not if dependencies dependentSchemas patternProperties'.split(' ');
/** A field with nothing but these has no shape, or that of a text. */
const SHAPELESS = new Set(
  'title description examples readOnly writeOnly deprecated format pattern minLength maxLength'.split(
    ' ',
  ),
);

/**
 * Takes for text what the schema asks for and does not define, since a form could not show it and
 * the candidate not answer: a required name without a field, a field without any shape, a list
 * without items. Text is what the service documents. Changes `node`, which is our own copy.
 */
export function defineFields(node: Record<string, unknown>, changes: string[], pointer = ''): void {
  if (hasAny(node, OTHER_PARTS)) return;
  const add = (place: string) => changes.push(`text-assumed ${shownPointer(place)}`);
  const properties = isJsonObject(node['properties']) ? node['properties'] : undefined;
  for (const name of requiredNames(node))
    if (properties && !Object.hasOwn(properties, name)) properties[name] = true;
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

function requiredNames({ required }: Record<string, unknown>): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

function isShapeless(field: unknown): boolean {
  if (!isJsonObject(field)) return field === true;
  return Object.keys(field).every((keyword) => SHAPELESS.has(keyword));
}

function hasAny(node: Record<string, unknown>, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(node, keyword));
}
