import type { Node } from './node.ts';
import { partsOf } from './parts-of.ts';

/**
 * Visits a node and all below it, from the outside in.
 *
 * @param visit - `false` leaves out what is below the node; absent parent: the first one
 */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | undefined) => boolean | void,
  parent?: Node,
): void {
  if (visit(node, parent) === false) return;
  for (const part of partsOf(node)) walk(part, visit, node);
}
