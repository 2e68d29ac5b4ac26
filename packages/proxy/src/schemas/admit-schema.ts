import { createHash } from 'node:crypto';
import { DRAFT_URIS, type FormSchema, namedDraft, type SchemaDraft } from 'precandidate-contract';
import { type Admission, admitNode } from './admit-node.ts';
import { assertBoundedJson } from './assert-bounded-json.ts';
import { assertRefsEnd } from './assert-refs-end.ts';
import { defineFields } from './define-fields.ts';
import { isJsonObject } from './is-json-object.ts';
import { newPatternBudget } from './is-safe-pattern.ts';
import { schemaUnusable } from './schema-unusable.ts';
import { unnamedDraft } from './unnamed-draft.ts';

/** A form schema that is safe to give to a browser and to a checker. */
export interface AdmittedSchema {
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
  /** `false`: a pattern could not be judged in time. Admitted again, the schema may hold more. */
  isFinal: boolean;
}

/**
 * Takes a schema that came over the wire, never changes it, and answers a bounded copy that holds
 * only keywords, formats and patterns we know to be harmless. What can be dropped without harm is
 * dropped and told in `changes`; the service checks the data once more.
 *
 * @throws ProblemError `schema-unusable`: not an object schema, over a limit (`SCHEMA_LIMITS`), a
 * keyword with an impossible value, or a `$ref` that leads out or nowhere.
 */
export function admitSchema(source: unknown): AdmittedSchema {
  assertBoundedJson(source);
  if (!isJsonObject(source)) throw schemaUnusable('is not an object');
  const changes: string[] = [];
  const { $schema, ...keywords } = source;
  const draft = admitDraft($schema, keywords, changes);
  const patterns = newPatternBudget();
  const admission: Admission = { draft, patterns, changes, nodes: new Map() };
  const root = admitNode(keywords, '', admission) as Record<string, unknown>;
  assertRefsEnd(admission.nodes);
  const isNamed = namedDraft($schema) !== undefined || draft === '2020-12';
  const named = isNamed ? { $schema: DRAFT_URIS[draft] } : {};
  const schema = { ...named, ...asObjectSchema(root, changes) };
  defineFields(schema, changes);
  const json = JSON.stringify(schema);
  return { schema, json, etag: etagOf(json), changes, isFinal: !patterns.isSpent };
}

function admitDraft($schema: unknown, keywords: object, changes: string[]): SchemaDraft {
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
