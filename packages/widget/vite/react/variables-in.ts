import { isNode, type Node } from './node.ts';
import { walk } from './walk.ts';

/** The names of the variables that a statement declares for the function around it. */
export function variablesIn(statement: Node): string[] {
  const names: string[] = [];
  walk(statement, (node) => {
    if (/Function/.test(node.type)) return false;
    if (node.type === 'VariableDeclarator' && isNode(node['id']))
      names.push(String(node['id']['name']));
    return true;
  });
  return names;
}
