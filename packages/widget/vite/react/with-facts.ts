import { edited, type Edit } from './edited.ts';
import { ASKED, DROPPED, FACTS, isHeard, KINDS, PLUGINS, TYPES, UNHEARD } from './facts.ts';
import { matches } from './matches.ts';
import { isNode, type Node } from './node.ts';
import { program } from './program.ts';
import { walk } from './walk.ts';
import { withoutCases } from './without-cases.ts';

/** The function that a piece of code stands in, by its name; `undefined`: none. */
type Within = unknown;

const expression = (text: string) => program(text).body[0]?.['expression'];
const facts = FACTS.map((fact) => ({ ...fact, pattern: expression(fact.is) }));
const dropped = DROPPED.map(expression);
const HOOKS = new Set<unknown>(['readContext', ...(ASKED['react'] ?? [])]);

/**
 * React's client with what its code says of our island: what compares with something that never is has
 * its answer, and what only that leads to is left for a minifier to find unused.
 *
 * @throws when React does not say as often as expected what a fact is about
 */
export function withFacts(code: string): string {
  const heard = UNHEARD.filter(isHeard);
  if (heard.length > 0) throw new Error(`React is built to hear no ${heard.join(', ')}`);
  const found = new Map<string, number>();
  const edits = program(code).body.flatMap((statement) => editsOf(statement, found));
  const other = FACTS.filter(({ is, times }) => found.get(is) !== times).map(
    ({ is, times }) => `\`${is}\` ${found.get(is) ?? 0} times, not ${times}`,
  );
  if (other.length > 0) throw new Error(`React says ${other.join('; ')}`);
  return edited(code, edits);
}

function editsOf(statement: Node, found: Map<string, number>): Edit[] {
  const { start, end, id } = statement;
  if (isDropped(statement)) return [{ start, end, text: '' }];
  const within: Within = isNode(id) ? id['name'] : undefined;
  const edits: Edit[] = [];
  walk(statement, (node) => {
    const fact = facts.find(
      (each) => (each.within ?? within) === within && matches(each.pattern, node),
    );
    if (fact) found.set(fact.is, (found.get(fact.is) ?? 0) + 1);
    const text = fact?.so ?? answer(node, within);
    if (text !== undefined) edits.push({ start: node.start, end: node.end, text });
    else if (node.type === 'SwitchStatement') edits.push(...cases(node, within));
    else if (node.type === 'ObjectExpression') edits.push(...hooks(node));
    return text === undefined;
  });
  return edits;
}

function isDropped({ type, expression: said }: Node): boolean {
  if (type !== 'ExpressionStatement' || !isNode(said)) return false;
  const { callee, arguments: given } = said;
  if (isNamed(callee, /^register(?:Simple|TwoPhase|Direct)Event$/))
    return !isHeard((given as Node[])[0]?.['value']);
  return dropped.some((pattern) => matches(pattern, said));
}

/** What a comparison comes to, one side of which never is; absent: it may be either. */
function answer({ type, operator, left, right }: Node, within: Within): string | undefined {
  if (type !== 'BinaryExpression' || !isNode(left) || !isNode(right)) return undefined;
  const isNever =
    (isKind(left) && isTag(right)) ||
    isType(left) ||
    isType(right) ||
    (isEvent(right, within) && !isHeard(left['value']));
  return isNever ? { '===': '!1', '!==': '!0' }[String(operator)] : undefined;
}

function cases(node: Node, within: Within): Edit[] {
  const on = node['discriminant'] as Node;
  if (isEvent(on, within)) return withoutCases(node, (test) => !isHeard(test['value']));
  return withoutCases(node, (test) => isType(test) || (isTag(on) && isKind(test)));
}

/** The lists of hooks lose those that nobody can ask for. */
function hooks(node: Node): Edit[] {
  const listed = node['properties'] as Node[];
  const nameOf = ({ key }: Node) => isNode(key) && key['name'];
  if (!listed.some((each) => nameOf(each) === 'useState')) return [];
  return listed.flatMap((each, index) => {
    const { start, end } = each;
    return HOOKS.has(nameOf(each))
      ? []
      : [{ start, end: listed[index + 1]?.start ?? end, text: '' }];
  });
}

function isNamed(node: unknown, name: RegExp): boolean {
  return isNode(node) && node.type === 'Identifier' && name.test(String(node['name']));
}

const isKind = (node: Node) => node.type === 'Literal' && KINDS.has(node['value']);
const isType = (node: Node) => node.type === 'Identifier' && TYPES.has(node['name']);
const isEvent = (node: Node, within: Within) =>
  within === PLUGINS && isNamed(node, /^domEventName$/);
const isTag = (node: Node) =>
  isNamed(node.type === 'MemberExpression' ? node['property'] : node, /^(?:tag|nodeTag|grandTag)$/);
