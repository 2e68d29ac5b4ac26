import type { SchemaDraft } from 'precandidate-contract';
import { copyJson } from './copy-json.ts';
import { isJsonObject } from './is-json-object.ts';
import { isSafePattern, type PatternBudget } from './is-safe-pattern.ts';
import { childPointer, shownPointer } from '../submissions/json-pointer.ts';
import { FORMATS, REFUSED_KEYWORDS, SUBSCHEMAS, VALUES } from './schema-keywords.ts';
import { schemaUnusable } from './schema-unusable.ts';

export type SchemaNode = Record<string, unknown> | boolean;

/** What the walk over one schema gathers. */
export interface Admission {
  draft: SchemaDraft;
  patterns: PatternBudget;
  changes: string[];
  /** Every admitted schema by its pointer: where a `$ref` may lead. */
  nodes: Map<string, SchemaNode>;
}

/** A copy of one schema and all below it, with nothing in it that the tables do not name. */
export function admitNode(source: unknown, pointer: string, admission: Admission): SchemaNode {
  if (typeof source === 'boolean') return keep(source, pointer, admission);
  if (!isJsonObject(source)) throw schemaUnusable('holds something that is no schema', pointer);
  const admitted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(source)) {
    const place = childPointer(pointer, keyword);
    const kept = admitKeyword(keyword, value, place, admission);
    if (kept !== undefined) admitted[keyword] = kept;
  }
  return keep(admitted, pointer, admission);
}

function keep(node: SchemaNode, pointer: string, { nodes }: Admission): SchemaNode {
  nodes.set(pointer, node);
  return node;
}

/** The keyword's value as admitted; `undefined` when it is dropped. */
function admitKeyword(keyword: string, value: unknown, place: string, admission: Admission) {
  if (REFUSED_KEYWORDS.has(keyword)) throw schemaUnusable(`uses ${keyword}`, place);
  const { draft } = admission;
  if (Object.hasOwn(SUBSCHEMAS[draft], keyword))
    return isLeftover(value, true)
      ? drop('keyword', place, admission)
      : admitSubschemas(keyword, value, place, admission);
  if (Object.hasOwn(VALUES[draft], keyword)) return admitValue(keyword, value, place, admission);
  return drop('keyword', place, admission);
}

/**
 * `null` where no value was meant, and the flags of older drafts (`required: true` on a field,
 * `exclusiveMinimum: true`): well meant, and dropped.
 */
function isLeftover(value: unknown, takesBoolean: boolean): boolean {
  return value === null || (typeof value === 'boolean' && !takesBoolean);
}

function admitValue(keyword: string, value: unknown, place: string, admission: Admission) {
  if (!VALUES[admission.draft][keyword]?.(value)) {
    if (isLeftover(value, false)) return drop('keyword', place, admission);
    throw schemaUnusable('holds a value that cannot be used', place);
  }
  if (keyword === 'format' && !FORMATS.has(value as string))
    return drop('format', place, admission);
  if (keyword === 'pattern' && !isSafePattern(value as string, admission.patterns))
    return drop('pattern', place, admission);
  if (keyword === 'required') assertUsable(value, place);
  if (keyword === 'dependentRequired' && isJsonObject(value))
    Object.entries(value).forEach(([name, names]) =>
      assertUsable(names, childPointer(place, name)),
    );
  return copyJson(value);
}

function admitSubschemas(keyword: string, value: unknown, place: string, admission: Admission) {
  const shape = SUBSCHEMAS[admission.draft][keyword];
  if (Array.isArray(value) && shape !== 'one' && shape !== 'map')
    return value.map((item, index) => admitNode(item, childPointer(place, index), admission));
  if (isJsonObject(value) && shape === 'map') return admitMap(keyword, value, place, admission);
  if (shape === 'one' || shape === 'one-or-list') return admitNode(value, place, admission);
  throw schemaUnusable('holds a value that cannot be used', place);
}

function admitMap(
  keyword: string,
  map: Record<string, unknown>,
  place: string,
  admission: Admission,
): Record<string, unknown> {
  const admitted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(map)) {
    const child = childPointer(place, name);
    if (!isUsableName(name)) drop('name', child, admission);
    else if (keyword === 'patternProperties' && !isSafePattern(name, admission.patterns))
      drop('pattern', child, admission);
    else if (keyword === 'dependencies' && isNameList(value))
      admitted[name] = assertUsable(value, child);
    else admitted[name] = admitNode(value, child, admission);
  }
  return admitted;
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

function drop(what: 'keyword' | 'format' | 'pattern' | 'name', place: string, to: Admission) {
  to.changes.push(`${what}-dropped ${shownPointer(place)}`);
  return undefined;
}
