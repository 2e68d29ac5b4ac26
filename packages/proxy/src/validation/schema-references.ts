import { constantsOf } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { childPointer, refPointer } from './json-pointer.ts';
import { SCHEMA_LIMITS, type SchemaNode, schemaUnusable } from './schema-rules.ts';

/** Every schema of a document by its pointer. */
type Nodes = ReadonlyMap<string, SchemaNode>;

/** From a schema to one that a keyword of it holds or, for `$ref`, names. */
interface Edge {
  to: string;
  /** How often a form renders it before the candidate adds rows. */
  times: number;
}

/** A choice between branches, or between constants. */
const SHAPES = ['oneOf', 'anyOf'];
/** Keywords for the rows of a list. */
const PER_ROW = new Set(['items', 'prefixItems', 'contains']);
/** Keywords whose schemas count as rendered. */
const RENDERED = new Set([
  '$ref',
  'properties',
  ...SHAPES,
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
]);
/** Keywords whose schemas apply only where something refers to them. */
const DEFINITIONS = new Set(['definitions', '$defs']);

/**
 * Throws unless every `$ref` points into the document, none leads back to itself, and the expanded form
 * stays small. RJSF would render most recursive schemas without end.
 */
export function assertRefsEnd(nodes: Nodes): void {
  const sizes = new Map<string, number>();
  const open = new Set<string>();

  /** Counts the schemas that a schema expands to. */
  function sizeOf(pointer: string): number {
    const known = sizes.get(pointer);
    if (known !== undefined) return known;
    if (open.has(pointer)) throw schemaUnusable('refers to itself', pointer);
    if (open.size >= SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts');
    open.add(pointer);
    let total = 1;
    for (const { to, times } of edgesFrom(pointer, nodes)) total += times * sizeOf(to);
    open.delete(pointer);
    if (total > SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts', pointer);
    sizes.set(pointer, total);
    return total;
  }

  for (const pointer of nodes.keys()) sizeOf(pointer);
}

function edgesFrom(pointer: string, nodes: Nodes): Edge[] {
  const node = nodes.get(pointer);
  if (!isJsonObject(node)) return [];
  const rows = Math.max(Number(node['minItems'] ?? 0), Number(node['minContains'] ?? 0));
  const used = Object.keys(node).filter((keyword) => !DEFINITIONS.has(keyword));
  return used.flatMap((keyword) => {
    const times = PER_ROW.has(keyword) ? rows : Number(RENDERED.has(keyword));
    return targetsOf(keyword, pointer, node, nodes).map((to) => ({ to, times }));
  });
}

/** Pointers of the schemas right under a keyword: itself, or its items or members. */
function targetsOf(
  keyword: string,
  pointer: string,
  node: Record<string, unknown>,
  nodes: Nodes,
): string[] {
  const place = childPointer(pointer, keyword);
  const value = node[keyword];
  if (keyword === '$ref') {
    const to = refPointer(String(value));
    if (to !== undefined && nodes.has(to)) return [to];
    throw schemaUnusable('refers to something outside itself', place);
  }
  if (nodes.has(place)) return [place];
  if (typeof value !== 'object' || value === null) return [];
  // One field with options, however many there are.
  if (SHAPES.includes(keyword) && constantsOf(value) !== undefined) return [];
  return Object.keys(value)
    .map((name) => childPointer(place, name))
    .filter((child) => nodes.has(child));
}
