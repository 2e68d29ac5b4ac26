import type { RJSFSchema } from '@rjsf/utils';
import type { FormData, FormSchema } from 'precandidate-contract';
import {
  canonical,
  fromPointer,
  isNothing,
  memoized,
  pointersAround,
} from '../../validation/json.ts';
import { type CheckError, pointerOf } from '../../validation/validation-run.ts';
import { isBase64File } from '../fields/kinds.ts';
import { withoutLost } from '../files/lost-files.ts';
import type { QuestionNode } from './question-node.ts';
import {
  allValueNodes,
  emptyEntry,
  emptyOf,
  isField,
  takesNull,
  type ValueNode,
} from './value-nodes.ts';

/** The data that is sent, and the errors in it. */
export interface SentData {
  data: FormData;
  errors: readonly CheckError[];
}

/**
 * What is sent: the answers, defaults, and constants of everything that the form asks, each at its place.
 *
 * Only an optional object or list that nobody filled in, neither the candidate nor the host, can stay out, as a
 * whole:
 * 1. It is sent if it holds a default, or nothing but constants, and nothing in it is wrong.
 * 2. Where the form has a rule about its presence, such as `if` or `oneOf`, the rule decides: it stays out if
 *    that alone resolves an error and causes no other, and it is sent if that does. Objects and lists are
 *    judged one by one, in the order of the form.
 *
 * An error elsewhere changes nothing of this.
 *
 * An optional constant that the form gives by itself stays out in the same way: where a rule refuses that it is
 * there, as a `oneOf` does when the constant makes a second branch fit. See docs/reference/schemas.md.
 *
 * @param errorsIn - the errors in some data of the form
 */
export function sentData(
  schema: FormSchema,
  asked: ValueNode,
  errorsIn: (data: FormData) => readonly CheckError[],
): SentData {
  const prefilled = new Set(schema['x-prefilled']);
  const groups = allValueNodes(asked).filter((each) => mayStayOut(each, prefilled));
  const without = (out: ReadonlySet<ValueNode>): SentData => {
    const data = answersIn(asked, (each) => out.has(each));
    return { data, errors: errorsIn(data) };
  };
  // Rule 1.
  let out: ReadonlySet<ValueNode> = new Set(
    groups.filter((each) => !isSentUntouched(each, prefilled)),
  );
  let sent = without(out);
  for (let wrong = groupsAround(sent.errors, groups); wrong.some((each) => !out.has(each));) {
    out = new Set([...out, ...wrong]);
    sent = without(out);
    wrong = groupsAround(sent.errors, groups);
  }
  if (sent.errors.length === 0) return sent;
  // Rule 2.
  const constants = allValueNodes(asked).filter((each) => isRefusedConstant(each, sent.errors));
  for (const each of [...groups, ...constants].filter((one) => isInRules(schema, one))) {
    const other = new Set(out);
    if (!other.delete(each)) other.add(each);
    const found = without(other);
    if (!isBetter(found, sent)) continue;
    out = other;
    sent = found;
  }
  return sent;
}

/** Whether some errors are resolved, and no other is caused. */
function isBetter(found: SentData, before: SentData): boolean {
  const old = new Set(before.errors.map(errorKey));
  const now = new Set(found.errors.map(errorKey));
  return now.size < old.size && [...now].every((key) => old.has(key));
}

const errorKey = ({ instancePath, keyword, params }: CheckError): string =>
  [instancePath, keyword, canonical(params)].join(' ');

/** The outermost of these objects and lists around each error. */
function groupsAround(errors: readonly CheckError[], groups: readonly ValueNode[]): ValueNode[] {
  const byPointer = new Map(groups.map((each) => [each.pointer, each]));
  return errors.flatMap((error) => {
    const pointer = pointerOf(error);
    const around = [...pointersAround(pointer), pointer].flatMap(
      (each) => byPointer.get(each) ?? [],
    );
    return around.slice(0, 1);
  });
}

/** Keywords that fail because something is there. */
const REFUSES_PRESENCE = new Set(['oneOf', 'not', 'maxProperties', 'false schema']);

/** Whether an optional constant that nobody sees may be what an error is about. */
function isRefusedConstant(
  { node, isRequired, pointer }: ValueNode,
  errors: readonly CheckError[],
): boolean {
  const isAround = (path: string) => `${pointer}/`.startsWith(`${path}/`);
  const isAboutIt = ({ instancePath, keyword }: CheckError) =>
    instancePath === pointer || (REFUSES_PRESENCE.has(keyword) && isAround(instancePath));
  return node.isSilent && !isRequired && errors.some(isAboutIt);
}

/** Whether an optional object or list holds only constants and defaults. */
function mayStayOut(asked: ValueNode, prefilled: ReadonlySet<string>): boolean {
  const isLeft = (each: ValueNode): boolean => {
    if (each.isTouched) return isField(each.node) && each.value === undefined;
    if (each.children.size > 0) return [...each.children.values()].every(isLeft);
    return each.node.isSilent || isNothing(each.value) || !isPrefilled(each, prefilled);
  };
  const isOptional = !asked.isRequired || asked.node.isNullable;
  return isOptional && !isField(asked.node) && isLeft(asked);
}

/** Rule 1: whether an object or list holds a default, or nothing but constants, or is prefilled. */
function isSentUntouched(asked: ValueNode, prefilled: ReadonlySet<string>): boolean {
  if (isPrefilled(asked, prefilled)) return true;
  const fields = allValueNodes(asked).filter(({ node }) => isField(node));
  const questions = fields.filter(({ node }) => !node.isSilent);
  const isConstant = fields.length > 0 && questions.length === 0;
  return isConstant || questions.some((each) => !isNothing(each.value));
}

const isPrefilled = ({ pointer }: ValueNode, prefilled: ReadonlySet<string>): boolean =>
  prefilled.has(fromPointer(pointer)[0] ?? '');

/**
 * The answers: without empty optional objects and lists, and with `null` for an empty required field that
 * accepts it.
 *
 * @param isLeftOut - whether an object, a list, or a constant that nobody gave stays out
 */
export function answersIn(
  root: ValueNode,
  isLeftOut: (asked: ValueNode) => boolean = () => false,
): FormData {
  const answerOf = (asked: ValueNode): Answer => {
    const { node, value, isRequired, isTouched, pointer, children } = asked;
    const whenEmpty = { answer: isRequired ? emptyOf(node) : undefined, isGiven: false };
    if (isField(node)) {
      if (!isAnswered(asked) || (node.isSilent && isLeftOut(asked))) return whenEmpty;
      return {
        answer: asSent(node.schema, withoutLost(value)),
        isGiven: isTouched || !node.isSilent,
      };
    }
    if (!isFilledIn(node) || (pointer !== '' && isLeftOut(asked))) return whenEmpty;
    const answers = [...children].map(([name, child]) => {
      const empty = child.node.isNullable ? null : emptyEntry(child.node);
      return { name, empty, ...answerOf(child) };
    });
    const isGiven = isTouched || answers.some((each) => each.isGiven);
    if (node.kind === 'array') {
      const items = answers.map(({ answer, empty }) => (answer === undefined ? empty : answer));
      const isLeftEmpty = answers.every((each) => !each.isGiven && isNothing(each.answer));
      if ((!isRequired && isLeftEmpty) || (items.length === 0 && node.isNullable)) return whenEmpty;
      return { answer: items, isGiven };
    }
    const kept = answers.filter(({ answer }) => answer !== undefined);
    const isKept = pointer === '' || kept.length > 0;
    if (!isKept || (node.isNullable && !isGiven)) return whenEmpty;
    return { answer: Object.fromEntries(kept.map(({ name, answer }) => [name, answer])), isGiven };
  };
  return answerOf(root).answer as FormData;
}

/** The form holds each file as a `data:` URL with its name. */
function asSent(schema: RJSFSchema, value: unknown): unknown {
  const isDataUrl = typeof value === 'string' && value.startsWith('data:');
  return isDataUrl && isBase64File(schema) ? value.slice(value.indexOf(',') + 1) : value;
}

/** `isGiven`: not only constants, which the candidate does not see. */
interface Answer {
  answer: unknown;
  isGiven: boolean;
}

const isFilledIn = ({ kind }: QuestionNode) => kind !== 'unchosen' && kind !== 'never';

function isAnswered({ node, value: held, isRequired }: ValueNode): boolean {
  const value = withoutLost(held);
  if (node.kind === 'array') return Array.isArray(value) && (value.length > 0 || isRequired);
  if (node.isSilent) return true;
  return value !== undefined && (value !== null || takesNull(node));
}

/** Keywords with which the presence of a value can matter to another one, or to the object around it. */
const RULES = new Set([
  'if',
  'then',
  'else',
  'not',
  'oneOf',
  'anyOf',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  // A rule may refer to what these hold.
  '$defs',
  'definitions',
]);
/** Keywords for which any value counts. */
const COUNTS = ['minProperties', 'maxProperties', 'contains'];

/** All names inside the rules of a schema, whatever they are there for; `undefined` where any value can matter. */
const namesInRules = memoized((schema: object): ReadonlySet<string> | undefined => {
  const names = new Set<string>();
  const visit = (value: unknown, isInRule: boolean): boolean => {
    if (typeof value === 'string' && isInRule) names.add(value);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([key, each]) => {
      if (isInRule) names.add(key);
      return COUNTS.includes(key) || visit(each, isInRule || RULES.has(key));
    });
  };
  return visit(schema, false) ? undefined : names;
});

/** Whether a rule of the form may be about the presence of a value. */
function isInRules(schema: FormSchema, { pointer }: ValueNode): boolean {
  const names = namesInRules(schema);
  return names === undefined || fromPointer(pointer).some((name) => names.has(name));
}
