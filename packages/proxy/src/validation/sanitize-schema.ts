import { createHash } from 'node:crypto';
import { DRAFT_URIS, type FormSchema, type SchemaDraft, namedDraft } from 'precandidate-contract';
import { childPointer, shownPointer } from './json-pointer.ts';
import { assertRefsEnd } from './schema-references.ts';
import { judgePattern, PROXY_PATTERN } from './patterns.ts';
import {
  FORMATS,
  REFUSED_KEYWORDS,
  SCHEMA_LIMITS,
  SUBSCHEMAS,
  VALUES,
  copyJson,
  isJsonObject,
  schemaUnusable,
  unnamedDraft,
  type SchemaNode,
} from './schema-rules.ts';

/** A form schema that is safe to give to a browser and to a checker. */
export interface SanitizedSchema {
  schema: FormSchema;
  /** The same as text, made once: it is sent and compared far more often than it is read. */
  json: string;
  /** Strong and quoted: of the schema's JSON, in the order of its fields. */
  etag: string;
  /**
   * What was dropped or added, as `<what> <JSON Pointer>` in printable ASCII, e.g.
   * `pattern-dropped /properties/a`; empty when nothing was. Not bounded in number: cut it before
   * it goes into a header.
   */
  changes: string[];
}

/**
 * Takes a schema that came over the wire, never changes it, and answers a bounded copy that holds
 * only keywords, formats and patterns we know to be harmless. What can be dropped without harm is
 * dropped and told in `changes`; the service checks the data once more.
 *
 * @throws ProblemError `schema-unusable`: not an object schema, over a limit (`SCHEMA_LIMITS`), a
 * keyword with an impossible value, or a `$ref` that leads out or nowhere.
 */
export function sanitizeSchema(source: unknown): SanitizedSchema {
  assertBoundedJson(source);
  if (!isJsonObject(source)) throw schemaUnusable('is not an object');
  const changes: string[] = [];
  const { $schema, ...keywords } = source;
  const draft = sanitizeDraft($schema, keywords, changes);
  const sanitizing: Sanitizing = { draft, changes, nodes: new Map() };
  const root = sanitizeNode(keywords, '', sanitizing) as Record<string, unknown>;
  assertRefsEnd(sanitizing.nodes);
  const isNamed = namedDraft($schema) !== undefined || draft === '2020-12';
  const named = isNamed ? { $schema: DRAFT_URIS[draft] } : {};
  const schema = { ...named, ...asObjectSchema(root, changes) };
  defineFields(schema, changes);
  const json = JSON.stringify(schema);
  return { schema, json, etag: etagOf(json), changes };
}

function sanitizeDraft($schema: unknown, keywords: object, changes: string[]): SchemaDraft {
  const draft =
    namedDraft($schema) ?? ($schema === undefined ? unnamedDraft(keywords) : 'draft-07');
  if ($schema === undefined && draft === '2020-12') changes.push('draft-set /$schema');
  if ($schema !== undefined && namedDraft($schema) === undefined)
    changes.push('keyword-dropped /$schema');
  return draft;
}

/** The root, which must describe an object: it may leave out `type` or `properties`, not both. */
function asObjectSchema(root: Record<string, unknown>, changes: string[]): FormSchema {
  const { type, properties } = root;
  const isObject = type === undefined ? properties !== undefined : [type].flat().includes('object');
  if (!isObject) throw schemaUnusable('does not describe an object');
  if (type !== 'object') changes.push('type-set /type');
  if (properties === undefined) changes.push('properties-added /properties');
  return { ...root, type: 'object', properties: (properties ?? {}) as FormSchema['properties'] };
}

function etagOf(json: string): string {
  return `"${createHash('sha256').update(json).digest('base64url')}"`;
}

/** What the walk over one schema gathers. */
interface Sanitizing {
  draft: SchemaDraft;
  changes: string[];
  /** Every sanitized schema by its pointer: where a `$ref` may lead. */
  nodes: Map<string, SchemaNode>;
}

/** Limits of a date or time. AJV compiles them only beside a format that it can compare. */
const FORMAT_LIMITS = new Set(['formatMinimum', 'formatMaximum']);
const COMPARABLE_FORMATS = new Set(['date', 'time', 'date-time']);

/** A copy of one schema and all below it, with nothing in it that the tables do not name. */
function sanitizeNode(source: unknown, pointer: string, sanitizing: Sanitizing): SchemaNode {
  if (typeof source === 'boolean') return keep(source, pointer, sanitizing);
  if (!isJsonObject(source)) throw schemaUnusable('holds something that is no schema', pointer);
  const sanitized: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(source)) {
    const place = childPointer(pointer, keyword);
    const kept = sanitizeKeyword(keyword, value, place, sanitizing);
    if (kept === undefined) continue;
    if (FORMAT_LIMITS.has(keyword) && !COMPARABLE_FORMATS.has(String(source['format']))) continue;
    if (keyword === 'pattern' || keyword === PROXY_PATTERN)
      Object.assign(sanitized, sanitizePattern(kept, place, sanitizing));
    else sanitized[keyword] = kept;
  }
  return keep(sanitized, pointer, sanitizing);
}

function keep(node: SchemaNode, pointer: string, { nodes }: Sanitizing): SchemaNode {
  nodes.set(pointer, node);
  return node;
}

/** The keyword's value as sanitized; `undefined` when it is dropped. */
function sanitizeKeyword(keyword: string, value: unknown, place: string, sanitizing: Sanitizing) {
  if (REFUSED_KEYWORDS.has(keyword)) throw schemaUnusable(`uses ${keyword}`, place);
  const { draft } = sanitizing;
  if (Object.hasOwn(SUBSCHEMAS[draft], keyword))
    return isLeftover(value, true)
      ? drop('keyword', place, sanitizing)
      : sanitizeSubschemas(keyword, value, place, sanitizing);
  if (Object.hasOwn(VALUES[draft], keyword))
    return sanitizeValue(keyword, value, place, sanitizing);
  return drop('keyword', place, sanitizing);
}

/** A pattern that is slow in a browser stays for the proxy alone. */
function sanitizePattern(source: unknown, place: string, sanitizing: Sanitizing): object {
  const { use, pattern } = judgePattern(String(source));
  if (use === 'unusable') drop('pattern', place, sanitizing);
  return use === 'browser' ? { pattern } : use === 'proxy' ? { [PROXY_PATTERN]: pattern } : {};
}

/**
 * `null` where no value was meant, and the flags of older drafts (`required: true` on a field,
 * `exclusiveMinimum: true`): well meant, and dropped.
 */
function isLeftover(value: unknown, takesBoolean: boolean): boolean {
  return value === null || (typeof value === 'boolean' && !takesBoolean);
}

function sanitizeValue(keyword: string, value: unknown, place: string, sanitizing: Sanitizing) {
  if (!VALUES[sanitizing.draft][keyword]?.(value)) {
    if (isLeftover(value, false)) return drop('keyword', place, sanitizing);
    throw schemaUnusable('holds a value that cannot be used', place);
  }
  if (keyword === 'format' && !FORMATS.has(value as string))
    return drop('format', place, sanitizing);
  if (keyword === 'required') assertUsable(value, place);
  if (keyword === 'dependentRequired' && isJsonObject(value))
    Object.entries(value).forEach(([name, names]) =>
      assertUsable(names, childPointer(place, name)),
    );
  return copyJson(value);
}

function sanitizeSubschemas(
  keyword: string,
  value: unknown,
  place: string,
  sanitizing: Sanitizing,
) {
  const shape = SUBSCHEMAS[sanitizing.draft][keyword];
  if (Array.isArray(value) && shape !== 'one' && shape !== 'map')
    return value.map((item, index) => sanitizeNode(item, childPointer(place, index), sanitizing));
  if (isJsonObject(value) && shape === 'map') return sanitizeMap(keyword, value, place, sanitizing);
  if (shape === 'one' || shape === 'one-or-list') return sanitizeNode(value, place, sanitizing);
  throw schemaUnusable('holds a value that cannot be used', place);
}

function sanitizeMap(
  keyword: string,
  map: Record<string, unknown>,
  place: string,
  sanitizing: Sanitizing,
): Record<string, unknown> {
  const sanitized: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(map)) {
    const child = childPointer(place, name);
    if (!isUsableName(name)) drop('name', child, sanitizing);
    else if (keyword === 'patternProperties' && judgePattern(name).use !== 'browser')
      drop('pattern', child, sanitizing);
    else if (keyword === 'dependencies' && isNameList(value))
      sanitized[name] = assertUsable(value, child);
    else sanitized[name] = sanitizeNode(value, child, sanitizing);
  }
  return sanitized;
}

/** A name that no form can carry: the empty one, half a character, or a prototype. */
function isUsableName(name: string): boolean {
  return name !== '' && name !== '__proto__' && name.isWellFormed();
}

/** No form could ever be right that must give what it cannot carry: the candidate is spared it. */
function assertUsable(names: unknown, place: string): readonly string[] {
  if (!isNameList(names)) throw schemaUnusable('holds a value that cannot be used', place);
  if (!names.every(isUsableName))
    throw schemaUnusable('requires a name that no form can carry', place);
  return names;
}

function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function drop(what: 'keyword' | 'format' | 'pattern' | 'name', place: string, to: Sanitizing) {
  to.changes.push(`${what}-dropped ${shownPointer(place)}`);
  return undefined;
}

/** Throws unless `source` is JSON within the limits. Iterative: no depth can end the stack. */
function assertBoundedJson(source: unknown): void {
  const rest: { value: unknown; depth: number }[] = [{ value: source, depth: 0 }];
  let nodes = 0;
  let characters = 0;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    nodes += 1;
    if (nodes > SCHEMA_LIMITS.nodes) throw schemaUnusable('has too many parts');
    if (depth > SCHEMA_LIMITS.depth) throw schemaUnusable('is nested too deeply');
    characters += ownCharacters(value);
    if (characters > SCHEMA_LIMITS.characters) throw schemaUnusable('is too large');
    if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value)) rest.push({ value: child, depth: depth + 1 });
  }
}

/** Characters that a value adds besides its children. */
function ownCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? value.length
      : Object.keys(value).reduce((sum, name) => sum + name.length, 0);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return 1;
  throw schemaUnusable('is not JSON');
}

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
function defineFields(node: Record<string, unknown>, changes: string[], pointer = ''): void {
  if (hasAny(node, OTHER_PARTS)) return;
  assertFillable(node, pointer);
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

/** A form has no editor for names that the candidate invents. */
function assertFillable(node: Record<string, unknown>, pointer: string): void {
  const { type, properties, minProperties } = node;
  if (properties === undefined && ![type].flat().includes('object')) return;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (Number(minProperties ?? 0) > names.length)
    throw schemaUnusable('requires fields that it does not name', pointer);
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
