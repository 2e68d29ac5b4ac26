import { createHash } from 'node:crypto';
import {
  childPointer,
  DRAFT_URIS,
  type FormSchema,
  fromPointer,
  valueAt,
} from 'precandidate-contract';
import { depthExceeds, isJsonObject, parseJson } from '../shared/json.ts';
import { printablePointer } from './json-pointer.ts';
import { readSource, type SourceSchema } from './read-source.ts';
import { defineFields } from './define-fields.ts';
import { checkPattern, PROXY_PATTERN } from './patterns.ts';
import {
  assertRefsEnd,
  assertSatisfiable,
  describesObject,
  openClosedObjects,
  relaxRules,
  type SchemaGraph,
} from './schema-graph.ts';
import {
  ANNOTATIONS,
  FORMATS,
  PLAIN_BODY_BYTES,
  REFUSED_KEYWORDS,
  bodyLimitOf,
  isKeyword,
  isOverLimit,
  SCHEMA_LIMITS,
  SUBSCHEMAS,
  VALUES,
  copyJson,
  isTextList,
  schemaUnusable,
  type SchemaNode,
} from './schema-rules.ts';

/** A form schema that is safe for browsers and validators. */
export interface SanitizedSchema {
  schema: FormSchema;
  /** The schema as text: it is sent far more often than it is read. */
  json: string;
  /** Strong and quoted: a digest of `json`. */
  etag: string;
  maxBodyBytes: number;
  /**
   * What was dropped or added, as `<what> <JSON Pointer>` in printable ASCII, e.g.
   * `pattern-dropped /properties/a`. The number of entries is not limited.
   */
  changes: string[];
}

/**
 * Returns a bounded copy of a schema with only the keywords, formats, and patterns that are known to be
 * harmless. Others are dropped and listed in `changes`; the service validates the data again.
 *
 * A schema has three forms:
 * - what the service sent, in any draft: `source`
 * - what the browser gets, in draft 07 or 2020-12: {@link SanitizedSchema.schema}
 * - what AJV compiles, with its own class for the draft: `forAjv` in `compile-checker.ts`
 *
 * @throws ProblemError `schema-unusable`: not an object schema, over a limit (`SCHEMA_LIMITS`), with a
 * rule whose value has no meaning, with a `$ref` that leads out or nowhere, or certain to accept no data
 * (`assertSatisfiable`).
 */
export function sanitizeSchema(source: unknown): SanitizedSchema {
  if (!isJsonObject(source)) throw schemaUnusable('is not an object');
  assertBounded(source);
  const changes: string[] = [];
  const read = readSource(source);
  const { draft, isNamed, keywords } = read;
  if (!isNamed && draft === '2020-12') changes.push('draft-set /$schema');
  else if (!isNamed && '$schema' in source) changes.push('keyword-dropped /$schema');
  const sanitizing: Sanitizing = {
    ...read,
    changes,
    nodes: new Map(),
    lost: 0,
    loosened: new Set(),
    referring: [],
  };
  const root = sanitizeNode(keywords, '', sanitizing) as Record<string, unknown>;
  resolveReferences(root, sanitizing);
  assertRefsEnd(sanitizing);
  for (const pointer of openClosedObjects(sanitizing)) {
    sanitizing.loosened.add(sanitizing.nodes.get(pointer) ?? true);
    changes.push(`keyword-dropped ${printablePointer(`${pointer}/additionalProperties`)}`);
  }
  assertSatisfiable(sanitizing);
  relaxRules(sanitizing);
  const form = asObjectSchema(root, sanitizing);
  defineFields(form, changes);
  const maxBodyBytes = bodyLimitOf(form);
  const schema = {
    ...((isNamed || draft === '2020-12') && { $schema: DRAFT_URIS[draft] }),
    ...form,
    ...(maxBodyBytes > PLAIN_BODY_BYTES && { 'x-max-body-bytes': maxBodyBytes }),
  };
  const json = JSON.stringify(schema);
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  return { schema, json, etag, maxBodyBytes, changes };
}

/** The root, which must describe an object, with the `type` and `properties` that it may lack. */
function asObjectSchema(root: Record<string, unknown>, sanitizing: Sanitizing): FormSchema {
  const { changes } = sanitizing;
  const { type, properties } = root;
  if (!describesObject(root, sanitizing)) throw schemaUnusable('does not describe an object');
  if (type !== 'object') changes.push('type-set /type');
  if (properties === undefined) changes.push('properties-added /properties');
  return { ...root, type: 'object', properties: (properties ?? {}) as FormSchema['properties'] };
}

interface Sanitizing extends SchemaGraph, SourceSchema {
  changes: string[];
  nodes: Map<string, SchemaNode>;
  /** How many rules were dropped so far. */
  lost: number;
  loosened: Set<SchemaNode>;
  /** Schemas with a `$ref`, and where they were in the source. */
  referring: { node: Record<string, unknown>; place: string }[];
}

/**
 * Points every `$ref` at a schema of ours. One that is elsewhere in the document, as in
 * `#/components/schemas/X`, moves to `$defs`.
 */
function resolveReferences(root: Record<string, unknown>, sanitizing: Sanitizing): void {
  const { resolve, rewrite, referring, nodes } = sanitizing;
  const moved = new Map<string, string>();
  // Grows while schemas are moved.
  for (const { node, place } of referring) {
    const target = resolve(String(node['$ref']), sourcePlace(place, moved));
    if (target === undefined) continue;
    const isKnown = nodes.has(target) || moved.has(target);
    const elsewhere = isKnown ? undefined : schemaElsewhere(target, sanitizing);
    if (elsewhere !== undefined) {
      const defs = (root['$defs'] ??= {}) as Record<string, unknown>;
      const name = freeName(defs, moved.size + 1);
      const pointer = childPointer('/$defs', name);
      moved.set(target, pointer);
      defs[name] = sanitizeNode(rewrite(elsewhere), pointer, sanitizing);
    }
    node['$ref'] = `#${encodeURI(moved.get(target) ?? target)}`;
  }
}

/** The place that a schema had before it moved. */
function sourcePlace(place: string, moved: ReadonlyMap<string, string>): string {
  const found = [...moved].find(([, to]) => `${place}/`.startsWith(`${to}/`));
  return found === undefined ? place : found[0] + place.slice(found[1].length);
}

function freeName(defs: object, index: number): string {
  const name = `moved-${index}`;
  return Object.hasOwn(defs, name) ? freeName(defs, index + 1) : name;
}

/** An object under a name that is no keyword: a place for schemas of the author's own. */
function schemaElsewhere(target: string, { keywords, nodes, draft }: Sanitizing) {
  const found = valueAt(keywords, target);
  if (!isJsonObject(found)) return undefined;
  const segments = fromPointer(target);
  const isNode = (length: number) =>
    nodes.has(segments.slice(0, length).reduce<string>(childPointer, ''));
  let known = segments.length;
  while (!isNode(known)) known -= 1;
  return isKeyword(segments[known] ?? '', draft) ? undefined : found;
}

/** Limits of a date or time. AJV compiles them only beside a format that it can compare. */
const FORMAT_LIMITS = new Set(['formatMinimum', 'formatMaximum']);
const COMPARABLE_FORMATS = new Set(['date', 'time', 'date-time']);

/** A copy of a schema with only what the tables name. */
function sanitizeNode(source: unknown, pointer: string, sanitizing: Sanitizing): SchemaNode {
  if (typeof source === 'boolean') return keep(source, pointer, sanitizing);
  if (!isJsonObject(source)) throw schemaUnusable('contains something that is no schema', pointer);
  const sanitized: Record<string, unknown> = {};
  const lostBefore = sanitizing.lost;
  for (const [keyword, value] of Object.entries(source)) {
    // OpenAPI's name for base64.
    if (keyword === 'format' && value === 'byte') {
      sanitized['contentEncoding'] = 'base64';
      continue;
    }
    const place = childPointer(pointer, keyword);
    const kept = sanitizeKeyword(keyword, value, place, sanitizing);
    if (kept === undefined) continue;
    if (FORMAT_LIMITS.has(keyword) && !COMPARABLE_FORMATS.has(String(source['format']))) continue;
    if (keyword === 'pattern') Object.assign(sanitized, sanitizePattern(kept, place, sanitizing));
    else sanitized[keyword] = kept;
  }
  if (sanitizing.lost > lostBefore) sanitizing.loosened.add(sanitized);
  if (sizeOf(sanitized['patternProperties']) < sizeOf(source['patternProperties'])) {
    // The names of a dropped pattern must not become further ones.
    delete sanitized['additionalProperties'];
    delete sanitized['unevaluatedProperties'];
  }
  if (sanitized['$ref'] !== undefined)
    sanitizing.referring.push({ node: sanitized, place: pointer });
  return keep(sanitized, pointer, sanitizing);
}

const sizeOf = (map: unknown): number => (isJsonObject(map) ? Object.keys(map).length : 0);

function keep(node: SchemaNode, pointer: string, { nodes }: Sanitizing): SchemaNode {
  nodes.set(pointer, node);
  return node;
}

/** The keyword's value as sanitized; `undefined` when it is dropped. */
function sanitizeKeyword(keyword: string, value: unknown, place: string, sanitizing: Sanitizing) {
  if (REFUSED_KEYWORDS.has(keyword)) throw schemaUnusable(`uses ${keyword}`, place);
  const { draft } = sanitizing;
  if (Object.hasOwn(SUBSCHEMAS[draft], keyword))
    return value === null
      ? drop('keyword', place, sanitizing, false)
      : sanitizeSubschemas(keyword, value, place, sanitizing);
  if (Object.hasOwn(VALUES[draft], keyword))
    return sanitizeValue(keyword, value, place, sanitizing);
  // No rule, as for every validator that does not know it.
  sanitizing.changes.push(`keyword-dropped ${printablePointer(place)}`);
  return undefined;
}

/** A pattern that is slow in a browser stays for the proxy alone. */
function sanitizePattern(source: unknown, place: string, sanitizing: Sanitizing): object {
  const { use, pattern } = checkPattern(String(source));
  if (use === 'unusable') drop('pattern', place, sanitizing);
  // A browser lacks this rule.
  if (use === 'proxy') sanitizing.lost += 1;
  return use === 'browser' ? { pattern } : use === 'proxy' ? { [PROXY_PATTERN]: pattern } : {};
}

function sanitizeValue(keyword: string, value: unknown, place: string, sanitizing: Sanitizing) {
  const isUsable = VALUES[sanitizing.draft][keyword] ?? (() => false);
  if (!isUsable(value)) {
    if (isOverLimit(keyword, value)) throw schemaUnusable('exceeds a limit', place);
    if (meansNothing(keyword, value)) return drop('keyword', place, sanitizing, false);
    const meant = typeof value === 'string' ? parseJson(value) : undefined;
    const isWritten = typeof meant === 'number' || typeof meant === 'boolean';
    if (!isWritten || !isUsable(meant)) throw malformed(place);
    return meant;
  }
  if (keyword === 'format' && !FORMATS.has(value as string))
    return drop('format', place, sanitizing);
  if (keyword === 'required') assertUsable(value as string[], place);
  if (keyword === 'dependentRequired')
    for (const [name, names] of Object.entries(value as Record<string, string[]>))
      assertUsable(names, childPointer(place, name));
  return copyJson(value);
}

/** Generators write `null` for a keyword without a value; draft 03 has a type for any value. */
const meansNothing = (keyword: string, value: unknown): boolean =>
  value === null || ANNOTATIONS.has(keyword) || (keyword === 'type' && value === 'any');

const malformed = (place: string) => schemaUnusable('has a value without a meaning', place);

function sanitizeSubschemas(
  keyword: string,
  value: unknown,
  place: string,
  sanitizing: Sanitizing,
) {
  const shape = SUBSCHEMAS[sanitizing.draft][keyword];
  // A browser lacks these rules.
  if (keyword.startsWith('unevaluated') && value !== true) sanitizing.lost += 1;
  if (Array.isArray(value) && value.length === 0) {
    if (['allOf', 'items', 'prefixItems'].includes(keyword))
      return drop('keyword', place, sanitizing, false);
    throw malformed(place);
  }
  if (Array.isArray(value) && shape !== 'one' && shape !== 'map')
    return value.map((item, index) => sanitizeNode(item, childPointer(place, index), sanitizing));
  if (isJsonObject(value) && shape === 'map') return sanitizeMap(keyword, value, place, sanitizing);
  if (shape === 'one' || shape === 'one-or-list') return sanitizeNode(value, place, sanitizing);
  throw malformed(place);
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
    else if (keyword === 'patternProperties' && checkPattern(name).use !== 'browser')
      drop('pattern', child, sanitizing);
    else if (keyword === 'dependencies' && (typeof value === 'string' || isTextList(value)))
      // In draft 03, one name may stand alone.
      sanitized[name] = assertUsable([value].flat(), child);
    else sanitized[name] = sanitizeNode(value, child, sanitizing);
  }
  return sanitized;
}

/** A form cannot use an empty name, half a character, or `__proto__`. */
function isUsableName(name: string): boolean {
  return name !== '' && name !== '__proto__' && name.isWellFormed();
}

/** A form that requires an unusable name could never be completed. */
function assertUsable(names: readonly string[], place: string): readonly string[] {
  if (!names.every(isUsableName))
    throw schemaUnusable('requires a name that no form can carry', place);
  return names;
}

/** Drops a keyword, by default one that is a rule. */
function drop(
  what: 'keyword' | 'format' | 'pattern' | 'name',
  place: string,
  to: Sanitizing,
  isRule = true,
) {
  if (isRule) to.lost += 1;
  to.changes.push(`${what}-dropped ${printablePointer(place)}`);
  return undefined;
}

function assertBounded(source: object): void {
  if (depthExceeds(source, SCHEMA_LIMITS.depth)) throw schemaUnusable('is nested too deeply');
  if (JSON.stringify(source).length > SCHEMA_LIMITS.characters)
    throw schemaUnusable('is too large');
}
