import { edited } from './edited.ts';
import { isNode, type Node } from './node.ts';
import { program } from './program.ts';
import { walk } from './walk.ts';

/** A script without the methods of constructors that are named nowhere else. */
export function withoutUncalled(code: string): string {
  const { body } = program(code);
  const named = new Map<unknown, number>();
  const methods: { node: Node; name: unknown }[] = [];
  const constructors = new Set<unknown>();
  for (const statement of body) {
    if (statement.type === 'FunctionDeclaration')
      constructors.add((statement['id'] as Node)['name']);
    walk(statement, (node) => {
      if (node.type === 'Identifier') named.set(node['name'], (named.get(node['name']) ?? 0) + 1);
      const name = node.type === 'AssignmentExpression' && constructorOf(node['left']);
      if (name) methods.push({ node, name });
    });
  }
  const isUncalled = ({ name }: { name: unknown }) =>
    constructors.has(name) &&
    named.get(name) === 1 + methods.filter((method) => method.name === name).length;
  return edited(
    code,
    methods.filter(isUncalled).map(({ node: { start, end } }) => ({ start, end, text: 'void 0' })),
  );
}

/** `X` of `X.prototype.method`. */
function constructorOf(target: unknown): unknown {
  if (!isNode(target) || target.type !== 'MemberExpression') return undefined;
  const { object } = target;
  if (!isNode(object) || !isNode(object['object']) || !isNode(object['property'])) return undefined;
  return object['property']['name'] === 'prototype' ? object['object']['name'] : undefined;
}
