import { childPointer, constantsOf, type SchemaDraft } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { PROXY_PATTERN } from './patterns.ts';
import { refPointer } from './references.ts';
import {
  mapSubschemas,
  SCHEMA_LIMITS,
  type Schema,
  type SchemaNode,
  schemaUnusable,
} from './schema-rules.ts';

/** The sanitized schemas of a form, which hold and refer to one another. */
export interface SchemaGraph {
  draft: SchemaDraft;
  /** Every schema by its pointer; `''` is the whole. */
  nodes: ReadonlyMap<string, SchemaNode>;
}

/** What a `$ref` names; `undefined` without one, or when nothing is there. */
function targetOf({ $ref }: Schema, { nodes }: SchemaGraph) {
  const pointer = refPointer($ref);
  return pointer === undefined ? undefined : nodes.get(pointer);
}

/** The schemas that a schema holds or refers to, but for definitions, by the keyword that leads there. */
function edgesFrom(node: Schema, graph: SchemaGraph): [keyword: string, to: SchemaNode][] {
  const edges: [string, SchemaNode][] = [];
  const { definitions: _definitions, $defs: _$defs, ...applied } = node;
  mapSubschemas(applied, graph.draft, (below, keyword) => {
    edges.push([keyword, below as SchemaNode]);
    return below;
  });
  const target = targetOf(node, graph);
  if (target !== undefined) edges.push(['$ref', target]);
  return edges;
}

/** Keywords whose schemas count as rendered. */
const RENDERED = new Set([
  '$ref',
  'properties',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
]);
/** Keywords for the rows of a list. */
const PER_ROW = new Set(['items', 'prefixItems', 'contains']);

/**
 * Throws unless every `$ref` points into the document, none leads back to itself, and the expanded form
 * stays small. RJSF would render most recursive schemas without end.
 */
export function assertRefsEnd(graph: SchemaGraph): void {
  const places = new Map([...graph.nodes].map(([pointer, node]) => [node, pointer]));
  const sizes = new Map<SchemaNode, number>();
  const open = new Set<SchemaNode>();

  /** Counts the schemas that a schema expands to. */
  function sizeOf(node: SchemaNode): number {
    if (!isJsonObject(node)) return 1;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    const place = places.get(node);
    if (open.has(node)) throw schemaUnusable('refers to itself', place);
    if (open.size >= SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts');
    if (node['$ref'] !== undefined && targetOf(node, graph) === undefined)
      throw schemaUnusable('refers to something outside itself', childPointer(place ?? '', '$ref'));
    open.add(node);
    const timesOf = rendersOf(node);
    let total = 1;
    for (const [keyword, to] of edgesFrom(node, graph)) total += timesOf(keyword) * sizeOf(to);
    open.delete(node);
    if (total > SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts', place);
    sizes.set(node, total);
    return total;
  }

  for (const node of graph.nodes.values()) sizeOf(node);
}

/** How often a form renders the schemas of a keyword before the candidate adds rows. */
function rendersOf(node: Schema): (keyword: string) => number {
  const rows = Math.max(Number(node['minItems'] ?? 0), Number(node['minContains'] ?? 0));
  // One field with options, however many there are.
  const choices = ['oneOf', 'anyOf'].filter((keyword) => constantsOf(node[keyword]) !== undefined);
  return (keyword) => {
    if (PER_ROW.has(keyword)) return rows;
    return Number(RENDERED.has(keyword) && !choices.includes(keyword));
  };
}

/** Whether a schema describes an object: by its type or fields, or those of what it refers to or combines. */
export function describesObject(node: unknown, graph: SchemaGraph): boolean {
  if (!isJsonObject(node)) return false;
  const { type, properties, allOf, oneOf, anyOf } = node;
  if (type !== undefined) return [type].flat().includes('object');
  const describes = (part: unknown) => describesObject(part, graph);
  const allDescribe = (parts: unknown) =>
    Array.isArray(parts) && parts.length > 0 && parts.every(describes);
  return (
    properties !== undefined ||
    describes(targetOf(node, graph)) ||
    (Array.isArray(allOf) && allOf.some(describes)) ||
    allDescribe(oneOf) ||
    allDescribe(anyOf)
  );
}

/**
 * Dropping a rule lets more data through, but not where more matches mean fewer valid answers: in a
 * branch of `oneOf`, under `not`, in an `if`, or in `contains` with a limit. There the rule around it
 * goes too: `oneOf` becomes `anyOf`, and a condition becomes a choice of its results. Changes the
 * schemas, which are our own copies.
 *
 * @param loosened - schemas that lost a rule
 */
export function relaxRules(graph: SchemaGraph, loosened: ReadonlySet<unknown>): void {
  const known = new Map<SchemaNode, boolean>();

  /** Whether the schema, or one that it holds or refers to, lost a rule. */
  function isLoose(node: unknown): boolean {
    if (!isJsonObject(node)) return false;
    const isKnown = known.get(node);
    if (isKnown !== undefined) return isKnown;
    const isOwn = loosened.has(node) || hasRuleOfProxy(node);
    const isAny = isOwn || edgesFrom(node, graph).some(([, below]) => isLoose(below));
    known.set(node, isAny);
    return isAny;
  }

  const nodes = [...graph.nodes.values()].filter(isJsonObject);
  // First for all of them: a rule that goes must not hide what was lost below it.
  for (const node of nodes) isLoose(node);
  for (const node of nodes) relax(node, isLoose);
}

/** Browsers lack these rules, as if they had been dropped. */
function hasRuleOfProxy({
  [PROXY_PATTERN]: pattern,
  unevaluatedProperties = true,
  unevaluatedItems = true,
}: Schema): boolean {
  return pattern !== undefined || unevaluatedProperties !== true || unevaluatedItems !== true;
}

function relax(node: Schema, isLoose: (below: unknown) => boolean): void {
  const { oneOf, if: condition, then = true, else: otherwise = true } = node;
  if (Array.isArray(oneOf) && oneOf.some(isLoose)) {
    delete node['oneOf'];
    addChoice(node, oneOf);
  }
  if (isLoose(node['not'])) delete node['not'];
  if (isLoose(condition)) {
    for (const keyword of ['if', 'then', 'else']) delete node[keyword];
    addChoice(node, [then, otherwise]);
  }
  if (isLoose(node['contains'])) delete node['maxContains'];
}

function addChoice(node: Schema, branches: readonly unknown[]): void {
  if (node['anyOf'] === undefined) node['anyOf'] = branches;
  else node['allOf'] = [...((node['allOf'] as unknown[] | undefined) ?? []), { anyOf: branches }];
}
