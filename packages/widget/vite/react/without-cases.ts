import type { Edit } from './edited.ts';
import { isNode, type Node } from './node.ts';
import { variablesIn } from './variables-in.ts';

interface Case extends Node {
  /** `null` for `default`. */
  test: Node | null;
  consequent: Node[];
}

/**
 * Takes out of a `switch` the cases that never are, but not what another case falls through to. Their
 * variables belong to the function around them: they stay declared.
 */
export function withoutCases(node: Node, isNever: (test: Node) => boolean): Edit[] {
  const edits: Edit[] = [];
  const variables: string[] = [];
  let isFallenTo = false;
  for (const each of node['cases'] as Case[]) {
    const isOut = each.test !== null && isNever(each.test);
    const { start, end, consequent } = each;
    if (isOut) edits.push({ start, end: (isFallenTo && consequent[0]?.start) || end, text: '' });
    if (isOut && !isFallenTo) variables.push(...consequent.flatMap(variablesIn));
    else isFallenTo = !leaves(consequent.at(-1));
  }
  if (variables.length === 0) return edits;
  const before = { start: node.start, end: node.start, text: `{var ${variables.join()};` };
  return [before, ...edits, { start: node.end, end: node.end, text: '}' }];
}

/** Whether the case below is not reached through a case that ends so. */
function leaves(statement: unknown): boolean {
  if (!isNode(statement)) return false;
  if (statement.type === 'BlockStatement') return leaves((statement['body'] as Node[]).at(-1));
  if (statement.type === 'IfStatement')
    return leaves(statement['consequent']) && leaves(statement['alternate']);
  return /^(?:Return|Throw|Break|Continue)Statement$/.test(statement.type);
}
