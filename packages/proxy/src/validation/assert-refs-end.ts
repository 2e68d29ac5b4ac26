import type { SchemaNode } from './admit-node.ts';
import { isJsonObject } from './is-json-object.ts';
import { childPointer, refPointer } from './json-pointer.ts';
import { SCHEMA_LIMITS } from './schema-limits.ts';
import { schemaUnusable } from './schema-unusable.ts';

/** Where a schema holds others that judge the same value. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
const IN_PLACE_BY_NAME = ['dependencies', 'dependentSchemas'];
/** Where it holds one for each row. */
const PER_ROW = ['items', 'prefixItems', 'contains'];

type Nodes = ReadonlyMap<string, SchemaNode>;

/** From a schema to one that a form enters with it, as often as it does so before anyone adds a row. */
interface Edge {
  to: string;
  times: number;
}

/**
 * Throws unless every `$ref` leads to a schema of the same document, following them ends, and what
 * a form unfolds to stays small. A schema may come back to itself by way of a field, where a form
 * stops until it is opened, or of rows that somebody adds.
 */
export function assertRefsEnd(nodes: Nodes): void {
  measure(nodes, edgesWithoutFields, (pointer) => {
    throw schemaUnusable('refers to itself without end', pointer);
  });
  measure(nodes, allEdges, () => 1);
}

/** Counts what each schema unfolds to; `onReturn` counts, or refuses, coming back to one. */
function measure(
  nodes: Nodes,
  edgesOf: (pointer: string, nodes: Nodes) => Edge[],
  onReturn: (pointer: string) => number,
): void {
  const sizes = new Map<string, number>();
  const open = new Set<string>();

  function size(pointer: string): number {
    const known = sizes.get(pointer);
    if (known !== undefined) return known;
    if (open.has(pointer)) return onReturn(pointer);
    if (open.size >= SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts');
    open.add(pointer);
    const below = edgesOf(pointer, nodes);
    const total = below.reduce((sum, { to, times }) => sum + times * size(to), 1);
    open.delete(pointer);
    if (total > SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts', pointer);
    sizes.set(pointer, total);
    return total;
  }

  for (const pointer of nodes.keys()) size(pointer);
}

function edgesWithoutFields(pointer: string, nodes: Nodes): Edge[] {
  const node = nodes.get(pointer);
  if (!isJsonObject(node)) return [];
  const rows = Math.max(Number(node['minItems'] ?? 0), Number(node['minContains'] ?? 0));
  return [
    ...refEdge(pointer, node['$ref'], nodes),
    ...edgesUnder([...IN_PLACE, ...IN_PLACE_BY_NAME], 1, pointer, nodes),
    ...(rows === 0 ? [] : edgesUnder(PER_ROW, rows, pointer, nodes)),
  ];
}

function allEdges(pointer: string, nodes: Nodes): Edge[] {
  return [...edgesWithoutFields(pointer, nodes), ...edgesUnder(['properties'], 1, pointer, nodes)];
}

function refEdge(pointer: string, ref: unknown, nodes: Nodes): Edge[] {
  if (typeof ref !== 'string') return [];
  const to = refPointer(ref);
  if (to === undefined || !nodes.has(to))
    throw schemaUnusable('refers to something outside itself', childPointer(pointer, '$ref'));
  return [{ to, times: 1 }];
}

function edgesUnder(
  keywords: readonly string[],
  times: number,
  pointer: string,
  nodes: Nodes,
): Edge[] {
  return keywords
    .flatMap((keyword) => heldBy(pointer, keyword, nodes))
    .map((to) => ({ to, times }));
}

/** Pointers of the schemas right under a keyword: itself, or its items or members. */
function heldBy(pointer: string, keyword: string, nodes: Nodes): string[] {
  const place = childPointer(pointer, keyword);
  if (nodes.has(place)) return [place];
  const node = nodes.get(pointer);
  const value = isJsonObject(node) ? node[keyword] : undefined;
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .map((name) => childPointer(place, name))
    .filter((child) => nodes.has(child));
}
