import { edited, type Edit } from './edited.ts';
import { isNode, type Node } from './node.ts';
import { program } from './program.ts';
import { walk } from './walk.ts';

/** A variable: how often it is declared, the places where it is read, and what it is set to. */
interface Variable {
  declared: number;
  reads: Node[];
  /** Absent values are such that are not known before the script runs. */
  writes: { node: Node; value: string | undefined }[];
}

/**
 * A script whose variables that only ever hold one value are that value: `var isOn = !1` where nothing
 * is left that would set it to anything else.
 */
export function settled(code: string): string {
  const { body } = program(code);
  const variables = variablesOf({ type: 'Program', start: 0, end: code.length, body }, code);
  const edits: Edit[] = [];
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement['declarations'] as Node[]) {
      const variable = isNode(id) && variables.get(String(id['name']));
      const value = constant(init, code);
      if (!variable || variable.declared !== 1 || value === undefined) continue;
      if (variable.writes.some((write) => write.value !== value)) continue;
      for (const { start, end } of [...variable.reads, ...variable.writes.map(({ node }) => node)])
        edits.push({ start, end, text: `(${value})` });
    }
  }
  return edited(code, edits);
}

/** A value that is written out; `void 0` for none. */
function constant(node: unknown, code: string): string | undefined {
  if (!isNode(node)) return 'void 0';
  const literal = node.type === 'UnaryExpression' ? node['argument'] : node;
  const isPlain = isNode(literal) && literal.type === 'Literal' && !('regex' in literal);
  return isPlain ? code.slice(node.start, node.end) : undefined;
}

const isMember = (node: unknown) => isNode(node) && node.type === 'MemberExpression';

/** By their names, whatever the function they are declared in. */
function variablesOf(tree: Node, code: string): Map<string, Variable> {
  const variables = new Map<string, Variable>();
  const variable = (name: unknown) => {
    const known = variables.get(String(name)) ?? { declared: 0, reads: [], writes: [] };
    variables.set(String(name), known);
    return known;
  };
  const targets = (pattern: unknown, visit: (name: unknown) => void) => {
    if (isNode(pattern))
      walk(pattern, (each) => {
        if (each.type === 'Identifier') visit(each['name']);
      });
  };
  const declare = (pattern: unknown) => targets(pattern, (name) => (variable(name).declared += 1));
  walk(tree, (node, parent) => {
    const { type, id, left, right, operator, argument } = node;
    if (/Function|^VariableDeclarator$|^Class/.test(type)) declare(id);
    if (/Function/.test(type)) (node['params'] as Node[]).forEach(declare);
    if (type === 'CatchClause') declare(node['param']);
    if (type === 'AssignmentExpression' && isNode(left) && left.type === 'Identifier') {
      const value = operator === '=' && isNode(right) ? constant(right, code) : undefined;
      variable(left['name']).writes.push({ node, value });
    } else if (
      /^(?:Assignment|Update)Expression$|^For(?:In|Of)/.test(type) &&
      !isMember(left ?? argument)
    )
      targets(left ?? argument, (name) => variable(name).writes.push({ node, value: undefined }));
    if (type === 'Identifier' && isRead(node, parent)) variable(node['name']).reads.push(node);
  });
  return variables;
}

/** Whether a name stands for the value of a variable; not where it names a property, a label or what is set. */
function isRead(node: Node, parent: Node | undefined): boolean {
  if (!parent || parent['shorthand'] === true) return false;
  const { type, computed, property, key, left, id } = parent;
  if (type === 'MemberExpression') return property !== node || computed === true;
  if (/^(?:Property|MethodDefinition)$/.test(type)) return key !== node || computed === true;
  if (/Function|^CatchClause$|^(?:Labeled|Break|Continue)Statement$/.test(type)) return false;
  if (/^Assignment|^For(?:In|Of)/.test(type)) return left !== node;
  return type !== 'VariableDeclarator' || id !== node;
}
