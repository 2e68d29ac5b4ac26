import { isNode, type Node } from './node.ts';

/** Where a node stands, and how a literal was written. */
const NOT_COMPARED = new Set(['start', 'end', 'loc', 'range', 'raw']);

/** Whether a part of a program is what a pattern says; in the pattern, `_` is any expression. */
export function matches(pattern: unknown, part: unknown): boolean {
  if (isNode(pattern) && pattern.type === 'Identifier' && pattern['name'] === '_')
    return isNode(part);
  if (Array.isArray(pattern))
    return (
      Array.isArray(part) &&
      part.length === pattern.length &&
      pattern.every((each, index) => matches(each, part[index]))
    );
  if (typeof pattern !== 'object' || pattern === null) return pattern === part;
  if (typeof part !== 'object' || part === null) return false;
  if (isNode(pattern) && pattern.type !== (part as Node).type) return false;
  return Object.entries(pattern).every(
    ([name, each]) =>
      NOT_COMPARED.has(name) || matches(each, (part as typeof pattern)[name as never]),
  );
}
