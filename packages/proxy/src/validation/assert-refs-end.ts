import type { SchemaNode } from './admit-node.ts';
import { isJsonObject } from './is-json-object.ts';
import { childPointer, refPointer } from './json-pointer.ts';
import { SCHEMA_LIMITS } from './schema-limits.ts';
import { schemaUnusable } from './schema-unusable.ts';

/** Schemas that a form shows, or a checker enters, before anyone adds a row or a field. */
const AT_ONCE = ['properties', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
const AT_ONCE_BY_NAME = ['dependencies', 'dependentSchemas'];
const PER_ROW = ['items', 'prefixItems', 'contains'];

/**
 * Throws unless every `$ref` leads to a schema of the same document, unfolding ends, and what it
 * unfolds to stays small. A list may hold lists of itself: each level is a row that someone adds.
 */
export function assertRefsEnd(nodes: ReadonlyMap<string, SchemaNode>): void {
  const sizes = new Map<string, number>();
  const open = new Set<string>();

  function size(pointer: string): number {
    const known = sizes.get(pointer);
    if (known !== undefined) return known;
    if (open.has(pointer)) throw schemaUnusable('refers to itself without end', pointer);
    open.add(pointer);
    if (open.size > SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts');
    const total = edges(pointer, nodes).reduce((sum, edge) => sum + edge.times * size(edge.to), 1);
    open.delete(pointer);
    if (total > SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts', pointer);
    sizes.set(pointer, total);
    return total;
  }

  for (const pointer of nodes.keys()) size(pointer);
}

interface Edge {
  to: string;
  times: number;
}

function edges(pointer: string, nodes: ReadonlyMap<string, SchemaNode>): Edge[] {
  const node = nodes.get(pointer);
  if (!isJsonObject(node)) return [];
  const below = (keyword: string) => heldBy(pointer, keyword, node[keyword], nodes);
  const rows = Math.max(Number(node['minItems'] ?? 0), Number(node['minContains'] ?? 0));
  return [
    ...refEdge(pointer, node['$ref'], nodes),
    ...[...AT_ONCE, ...AT_ONCE_BY_NAME].flatMap(below).map((to) => ({ to, times: 1 })),
    ...(rows === 0 ? [] : PER_ROW.flatMap(below).map((to) => ({ to, times: rows }))),
  ];
}

function refEdge(pointer: string, ref: unknown, nodes: ReadonlyMap<string, SchemaNode>): Edge[] {
  if (typeof ref !== 'string') return [];
  const to = refPointer(ref);
  if (to === undefined || !nodes.has(to))
    throw schemaUnusable('refers to something outside itself', childPointer(pointer, '$ref'));
  return [{ to, times: 1 }];
}

/** Pointers of the schemas right under a keyword: itself, or its items or members. */
function heldBy(
  pointer: string,
  keyword: string,
  value: unknown,
  nodes: ReadonlyMap<string, SchemaNode>,
): string[] {
  const place = childPointer(pointer, keyword);
  if (nodes.has(place)) return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .map((name) => childPointer(place, name))
    .filter((child) => nodes.has(child));
}
