import { assertPlainReturns } from './assert-plain-returns.ts';
import { SCHEMA_LIMITS } from './schema-limits.ts';
import { allEdges, edgesWithoutFields, type Edge, type Nodes } from './schema-edges.ts';
import { schemaUnusable } from './schema-unusable.ts';

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
  assertPlainReturns(nodes);
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
