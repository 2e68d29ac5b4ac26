import { isNode, type Node } from './node.ts';

/** The nodes right below a node, in the order of the text. */
export function partsOf(node: Node): Node[] {
  return Object.values(node).flatMap((part) =>
    Array.isArray(part) ? part.filter(isNode) : isNode(part) ? [part] : [],
  );
}
