import { hash } from 'node:crypto';
import {
  childPointer,
  DRAFT_URIS,
  type FormSchema,
  isFileSchema,
  type SchemaDraft,
} from 'precandidate-contract';
import { depthExceeds, isJsonObject, parseJson } from '../shared/json.ts';
import { readSource } from './read-source.ts';
import { openClosedObjects } from './closed-objects.ts';
import { assertSatisfiable } from './applied-schemas.ts';
import { checkPattern, PROXY_PATTERN } from './patterns.ts';
import { resolveReferences } from './references.ts';
import { assertRefsEnd, describesObject, relaxRules, type SchemaGraph } from './schema-graph.ts';
import {
  ANNOTATIONS,
  FORMATS,
  REFUSED_KEYWORDS,
  isOverLimit,
  SCHEMA_LIMITS,
  SUBSCHEMAS,
  VALUES,
  copyJson,
  isTextList,
  printablePointer,
  type Schema,
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
 * - what AJV compiles, with its own class for the draft: `forAjv` in `ajv-checker.ts`
 *
 * @throws ProblemError `schema-unusable`: not an object schema, over a limit (`SCHEMA_LIMITS`), with a
 * rule whose value has no meaning, with a `$ref` that leads out or nowhere, or certain to accept no data
 * (`assertSatisfiable`).
 */
export function sanitizeSchema(source: unknown): SanitizedSchema {
  if (!isJsonObject(source)) throw schemaUnusable('is not an object');
  assertBounded(source);
  const read = readSource(source);
  const { draft, isNamed, keywords, rewrite } = read;
  const copier = new SchemaCopier(draft);
  const root = copier.copy(keywords, '') as Schema;
  const nodes = resolveReferences(root, read, (found, place) => copier.copy(rewrite(found), place));
  const graph = { draft, nodes };
  assertRefsEnd(graph);
  for (const place of openClosedObjects(graph))
    copier.losses.push({ what: 'keyword', place, isRule: true });
  assertSatisfiable(graph);
  const rules = copier.losses.filter(({ isRule }) => isRule);
  relaxRules(graph, new Set(rules.map(({ place }) => schemaAround(place, graph))));

  if (!describesObject(root, graph)) throw schemaUnusable('does not describe an object');
  const form = { ...root, type: 'object', properties: root['properties'] ?? {} } as FormSchema;
  const maxBodyBytes = bodyLimitOf(form);
  const schema = {
    ...((isNamed || draft === '2020-12') && { $schema: DRAFT_URIS[draft] }),
    ...form,
    ...(maxBodyBytes > PLAIN_BODY_BYTES && { 'x-max-body-bytes': maxBodyBytes }),
  };
  const json = JSON.stringify(schema);
  const etag = `"${hash('sha256', json, 'base64url')}"`;
  const changes = [
    ...(!isNamed && draft === '2020-12' ? ['draft-set /$schema'] : []),
    ...(!isNamed && draft === 'draft-07' && '$schema' in source
      ? ['keyword-dropped /$schema']
      : []),
    ...copier.losses.map(({ what, place }) => `${what}-dropped ${printablePointer(place)}`),
    ...(root['type'] === 'object' ? [] : ['type-set /type']),
    ...(root['properties'] === undefined ? ['properties-added /properties'] : []),
  ];
  return { schema, json, etag, maxBodyBytes, changes };
}

function assertBounded(source: object): void {
  if (depthExceeds(source, SCHEMA_LIMITS.depth)) throw schemaUnusable('is nested too deeply');
  if (JSON.stringify(source).length > SCHEMA_LIMITS.characters)
    throw schemaUnusable('is too large');
}

/** Of a form without files, and what the other fields of a form with files may take. */
export const PLAIN_BODY_BYTES = 256 * 1024;
/** Also of a file whose field has no `maxLength`. */
export const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

/** The largest body that the form may submit, in bytes: its files, and the rest. */
function bodyLimitOf(schema: unknown): number {
  return Math.min(PLAIN_BODY_BYTES + fileBytesIn(schema), LARGEST_BODY_BYTES);
}

/** Counts each file once, and those of a list up to its `maxItems`. */
function fileBytesIn(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce((sum: number, one) => sum + fileBytesIn(one), 0);
  if (!isJsonObject(schema)) return 0;
  if (isFileSchema(schema)) return Number(schema['maxLength'] ?? LARGEST_BODY_BYTES);
  const items = Number(schema['maxItems'] ?? Infinity);
  return Object.entries(schema).reduce((sum, [keyword, below]) => {
    const bytes = fileBytesIn(below);
    return sum + (bytes > 0 && keyword === 'items' ? bytes * items : bytes);
  }, 0);
}

/** The innermost schema around a place in it. */
function schemaAround(place: string, graph: SchemaGraph): SchemaNode {
  return graph.nodes.get(place) ?? schemaAround(place.slice(0, place.lastIndexOf('/')), graph);
}

/** Something that a copy lacks. */
interface Loss {
  what: 'keyword' | 'format' | 'pattern' | 'name';
  /** Its JSON Pointer. */
  place: string;
  /** Whether the copy accepts more without it. */
  isRule: boolean;
}

/** Limits of a date or time. AJV compiles them only beside a format that it can compare. */
const FORMAT_LIMITS = new Set(['formatMinimum', 'formatMaximum']);
const COMPARABLE_FORMATS = new Set(['date', 'time', 'date-time']);

/** Copies what the tables name. Each method returns what is kept, and notes what is dropped. */
class SchemaCopier {
  readonly losses: Loss[] = [];
  readonly #draft: SchemaDraft;

  constructor(draft: SchemaDraft) {
    this.#draft = draft;
  }

  copy(source: unknown, pointer: string): SchemaNode {
    if (typeof source === 'boolean') return source;
    if (!isJsonObject(source))
      throw schemaUnusable('contains something that is no schema', pointer);
    const copied: Schema = {};
    for (const [keyword, value] of Object.entries(source)) {
      // OpenAPI's name for base64.
      if (keyword === 'format' && value === 'byte') {
        copied['contentEncoding'] = 'base64';
        continue;
      }
      const place = childPointer(pointer, keyword);
      const kept = this.#keyword(keyword, value, place);
      if (kept === undefined) continue;
      if (FORMAT_LIMITS.has(keyword) && !COMPARABLE_FORMATS.has(String(source['format']))) continue;
      if (keyword === 'pattern') Object.assign(copied, this.#pattern(String(kept), place));
      else copied[keyword] = kept;
    }
    if (sizeOf(copied['patternProperties']) < sizeOf(source['patternProperties'])) {
      // The names of a dropped pattern must not become further ones.
      delete copied['additionalProperties'];
      delete copied['unevaluatedProperties'];
    }
    return copied;
  }

  #keyword(keyword: string, value: unknown, place: string): unknown {
    if (REFUSED_KEYWORDS.has(keyword)) throw schemaUnusable(`uses ${keyword}`, place);
    if (Object.hasOwn(SUBSCHEMAS[this.#draft], keyword))
      return value === null
        ? this.#drop('keyword', place)
        : this.#subschemas(keyword, value, place);
    if (Object.hasOwn(VALUES[this.#draft], keyword)) return this.#value(keyword, value, place);
    // No rule, as for every validator that does not know it.
    return this.#drop('keyword', place);
  }

  #value(keyword: string, value: unknown, place: string): unknown {
    const isUsable = VALUES[this.#draft][keyword] ?? (() => false);
    if (!isUsable(value)) {
      if (isOverLimit(keyword, value)) throw schemaUnusable('exceeds a limit', place);
      if (meansNothing(keyword, value)) return this.#drop('keyword', place);
      const meant = typeof value === 'string' ? parseJson(value) : undefined;
      const isWritten = typeof meant === 'number' || typeof meant === 'boolean';
      if (!isWritten || !isUsable(meant)) throw malformed(place);
      return meant;
    }
    if (keyword === 'format' && !FORMATS.has(value as string))
      return this.#drop('format', place, true);
    if (keyword === 'required') assertUsable(value as string[], place);
    if (keyword === 'dependentRequired')
      for (const [name, names] of Object.entries(value as Record<string, string[]>))
        assertUsable(names, childPointer(place, name));
    return copyJson(value);
  }

  /** A pattern that is slow in a browser stays for the proxy alone. */
  #pattern(source: string, place: string): Schema {
    const { use, pattern } = checkPattern(source);
    if (use === 'unusable') this.#drop('pattern', place, true);
    return use === 'browser' ? { pattern } : use === 'proxy' ? { [PROXY_PATTERN]: pattern } : {};
  }

  #subschemas(keyword: string, value: unknown, place: string): unknown {
    const shape = SUBSCHEMAS[this.#draft][keyword];
    if (Array.isArray(value) && value.length === 0) {
      if (['allOf', 'items', 'prefixItems'].includes(keyword)) return this.#drop('keyword', place);
      throw malformed(place);
    }
    if (Array.isArray(value) && shape !== 'one' && shape !== 'map')
      return value.map((item, index) => this.copy(item, childPointer(place, index)));
    if (isJsonObject(value) && shape === 'map') return this.#map(keyword, value, place);
    if (shape === 'one' || shape === 'one-or-list') return this.copy(value, place);
    throw malformed(place);
  }

  #map(keyword: string, map: Schema, place: string): Schema {
    const copied: Schema = {};
    for (const [name, value] of Object.entries(map)) {
      const child = childPointer(place, name);
      if (!isUsableName(name)) this.#drop('name', child, true);
      else if (keyword === 'patternProperties' && checkPattern(name).use !== 'browser')
        this.#drop('pattern', child, true);
      else if (keyword === 'dependencies' && (typeof value === 'string' || isTextList(value)))
        // In draft 03, one name may stand alone.
        copied[name] = assertUsable([value].flat(), child);
      else copied[name] = this.copy(value, child);
    }
    return copied;
  }

  #drop(what: Loss['what'], place: string, isRule = false): undefined {
    this.losses.push({ what, place, isRule });
  }
}

const sizeOf = (map: unknown): number => (isJsonObject(map) ? Object.keys(map).length : 0);

/** Generators write `null` for a keyword without a value; draft 03 has a type for any value. */
const meansNothing = (keyword: string, value: unknown): boolean =>
  value === null || ANNOTATIONS.has(keyword) || (keyword === 'type' && value === 'any');

const malformed = (place: string) => schemaUnusable('has a value without a meaning', place);

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
