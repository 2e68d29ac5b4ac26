import { compressed } from './compressed.ts';
import { GONE, KINDS } from './facts.ts';
import { isNode, type Node } from './node.ts';
import { program } from './program.ts';
import { settled } from './settled.ts';
import { walk } from './walk.ts';
import { withFacts } from './with-facts.ts';
import { withoutUncalled } from './without-uncalled.ts';

/**
 * The text of `react-dom-client.production.js` without what no fact leaves reachable.
 *
 * @throws when something is left that the facts rely on to be unreachable
 */
export function slimClient(code: string): string {
  let slim = compressed(withFacts(code));
  // What one round leaves unused keeps a variable from being settled until the next.
  for (let before = ''; before !== slim;) {
    before = slim;
    slim = compressed(withoutUncalled(settled(slim)));
  }
  const left = reachable(slim);
  if (left.length > 0) throw new Error(`React still comes to ${left.join(', ')}`);
  return slim;
}

/** What never is and yet may come to be: a name, or the number of a kind of node. */
function reachable(code: string): unknown[] {
  const left = new Set<unknown>();
  for (const statement of program(code).body)
    walk(statement, (node) => {
      const { type, name, callee, arguments: given, left: target, operator, right } = node;
      if (type === 'Identifier' && GONE.includes(String(name))) left.add(name);
      const isMade = isNode(callee) && callee['name'] === 'createFiberImplClass';
      const kind = isMade ? (given as Node[])[0] : operator === '=' && isTag(target) && right;
      if (isNode(kind) && KINDS.has(kind['value'])) left.add(kind['value']);
    });
  return [...left];
}

function isTag(target: unknown): boolean {
  if (!isNode(target)) return false;
  const { name, property } = target;
  return name === 'fiberTag' || (isNode(property) && property['name'] === 'tag');
}
