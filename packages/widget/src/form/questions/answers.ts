import type { RJSFSchema } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { toPointer, valueAt } from '../../validation/json.ts';
import { isFile } from '../fields/kinds.ts';
import { entrySchema } from '../fields/options.ts';
import type { Questions } from './questions.ts';
import type { QuestionNode, Child } from './merge.ts';
import { isSchema } from './schema.ts';

/** A value of the form, and what is asked for it. */
export interface QuestionValue extends Child {
  node: QuestionNode;
  value: unknown;
  path: readonly string[];
}

/** Conditions may depend on each other's answers; a form that never comes to rest is cut off. */
const MAX_PASSES = 10;

/**
 * Values as the form has them: without what is not asked any more, and with defaults and silent constants.
 * Returns `values` itself when nothing changes.
 */
export function settle(questions: Questions, values: unknown): FormData {
  let current = values;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const root = { id: questions.root, isRequired: true };
    const next = new Settling(questions).value(root, current, [], {
      initial: undefined,
      isNew: true,
    });
    if (next === current) break;
    current = next;
  }
  return current as FormData;
}

/** `isNew`: the form does not have the value yet. A field that was emptied stays empty. */
interface Initial {
  initial: unknown;
  isNew: boolean;
}

class Settling {
  readonly #questions: Questions;

  constructor(questions: Questions) {
    this.#questions = questions;
  }

  value(
    { id, isRequired }: Child,
    value: unknown,
    path: readonly string[],
    from: Initial,
  ): unknown {
    const pointer = toPointer(path);
    const node = this.#questions.resolve(id, value, pointer);
    // From now on, typing does not change the branch.
    for (const { key, chosen } of node.choices) this.#questions.keepChoice(pointer, key, chosen);
    const initial = { ...from, initial: from.initial ?? node.schema.default };
    switch (node.kind) {
      case 'object':
        return this.#object(node, value, path, initial);
      case 'array':
        return this.#list(node, value, path, initial);
      case 'leaf':
        return settledLeaf(node, value, initial, isRequired);
      case 'never':
        return undefined;
    }
  }

  #object({ children }: QuestionNode, value: unknown, path: readonly string[], from: Initial) {
    const before = isSchema(value) ? value : {};
    const after: Record<string, unknown> = {};
    for (const [name, child] of children) {
      // RJSF finds `Object` in an emptied field named `constructor`.
      const isNew = !Object.hasOwn(before, name) || typeof before[name] === 'function';
      const own = isNew ? undefined : before[name];
      const initial = valueAt(from.initial, [name]);
      const next = this.value(child, own, [...path, name], { initial, isNew });
      // A field that was emptied is there, but a value that does not fit is not.
      if (next !== undefined || (!isNew && own === undefined)) define(after, name, next);
    }
    return unlessSame(value, after);
  }

  #list(node: QuestionNode, value: unknown, path: readonly string[], from: Initial) {
    const { minItems = 0 } = node.schema;
    const given = from.isNew ? from.initial : undefined;
    const before: unknown = value ?? given;
    const entries: unknown[] = Array.isArray(before) ? before : [];
    const least = isOneField(node) ? 0 : Math.max(minItems, node.items.first.length);
    const missing = Math.max(0, least - entries.length);
    if (!Array.isArray(before) && missing === 0) return undefined;
    const all = [...entries, ...Array.from({ length: missing }, () => undefined)];
    const after = all.map((item, index) => this.#entry(node, item, [...path, String(index)]));
    return unlessSame(value, after);
  }

  #entry({ items }: QuestionNode, item: unknown, path: readonly string[]): unknown {
    const id = items.first[Number(path.at(-1))] ?? items.others;
    if (id === undefined) return item ?? null;
    const empty = emptyEntry(this.#questions.resolve(id, item, toPointer(path)));
    const isNew = item === undefined || item === empty;
    const value = isNew ? undefined : item;
    const from = { initial: undefined, isNew };
    const settled = this.value({ id, isRequired: true }, value, path, from);
    return settled === undefined ? empty : settled;
  }
}

function settledLeaf(
  { schema, isSilent }: QuestionNode,
  value: unknown,
  { initial, isNew }: Initial,
  isRequired: boolean,
): unknown {
  if (isSilent) return schema.const;
  if (value === undefined) {
    // An empty text is no answer to an optional question, and may break its rules.
    const isBlank = initial === '' && !isRequired;
    return isNew && !isBlank ? initial : undefined;
  }
  const isOption = schema.enum !== undefined;
  const isOfOtherKind =
    (typeof value === 'object' && !(isOption || value === null)) ||
    (typeof value === 'boolean') !== (schema.type === 'boolean' && value !== null);
  return isOfOtherKind && !isOption ? undefined : value;
}

/** Whether `null` is an option, and so an answer. */
const takesNull = ({ schema }: QuestionNode): boolean => schema.enum?.includes(null) === true;

/** Whether a list is one field: options, several of which can be chosen, or files. */
export function isOneField({ kind, schema }: QuestionNode): boolean {
  if (kind !== 'array') return kind === 'leaf';
  return (schema.uniqueItems === true && entrySchema(schema)?.enum !== undefined) || isFile(schema);
}

/** Not an assignment, which would set the prototype for a field named `__proto__`. */
function define(target: object, name: string, value: unknown): void {
  const options = { configurable: true, enumerable: true, writable: true };
  Object.defineProperty(target, name, { value, ...options });
}

function unlessSame(before: unknown, after: object): unknown {
  if (typeof before !== 'object' || before === null) return after;
  const [old, now] = [before, after].map((value) => Object.entries(value));
  const isSame =
    Array.isArray(before) === Array.isArray(after) &&
    old?.length === now?.length &&
    now?.every(([key, value]) => Object.hasOwn(before, key) && valueAt(before, [key]) === value);
  return isSame ? before : after;
}

const rootOf = (questions: Questions, values: unknown) =>
  questionValue(questions, { id: questions.root, isRequired: true }, values, []);

function questionValue(
  questions: Questions,
  child: Child,
  value: unknown,
  path: readonly string[],
): QuestionValue {
  return { ...child, value, path, node: questions.resolve(child.id, value, toPointer(path)) };
}

function childAt(
  questions: Questions,
  around: QuestionValue,
  key: string,
): QuestionValue | undefined {
  const { node, value, path } = around;
  const id = node.items.first[Number(key)] ?? node.items.others;
  const entry = node.kind === 'array' && !isOneField(node) ? id : undefined;
  const child = entry === undefined ? node.children.get(key) : { id: entry, isRequired: true };
  return child && questionValue(questions, child, valueAt(value, [key]), [...path, key]);
}

function childrenOf(questions: Questions, around: QuestionValue): QuestionValue[] {
  const { node, value } = around;
  const entries = Array.isArray(value) ? Object.keys(value) : [];
  const keys = node.kind === 'array' ? entries : [...node.children.keys()];
  return keys.map((key) => childAt(questions, around, key)).filter((child) => child !== undefined);
}

/** What is asked at a path; `undefined` where nothing is. */
export function questionAt(
  questions: Questions,
  values: unknown,
  path: readonly string[],
): QuestionValue | undefined {
  return path.reduce<QuestionValue | undefined>(
    (around, key) => around && childAt(questions, around, key),
    rootOf(questions, values),
  );
}

/** The values without the silent constants of an object: another branch may ask for them. */
export function withoutSilent(
  questions: Questions,
  values: FormData,
  path: readonly string[],
): FormData {
  const found = questionAt(questions, values, path);
  const copy = structuredClone(values);
  const object = valueAt(copy, path);
  for (const [name] of found?.node.children ?? [])
    if (isSchema(object) && questionAt(questions, values, [...path, name])?.node.isSilent)
      Reflect.deleteProperty(object, name);
  return copy;
}

/** The schema of a value and of what is in it, to show it as text. */
export function schemaOf(questions: Questions, found: QuestionValue): RJSFSchema {
  const { node } = found;
  const inside = childrenOf(questions, found).map((child) => schemaOf(questions, child));
  const names = [...node.children.keys()];
  if (node.kind === 'array')
    return isOneField(node) ? node.schema : { ...node.schema, items: inside };
  const properties = Object.fromEntries(names.map((name, index) => [name, inside[index] ?? {}]));
  return { ...node.schema, ...(node.kind === 'object' && { properties }) };
}

/** Everything that is asked: each object and list before what is in it. */
export function allQuestions(questions: Questions, values: unknown): QuestionValue[] {
  const withChildren = (found: QuestionValue): QuestionValue[] => [
    found,
    ...childrenOf(questions, found).flatMap(withChildren),
  ];
  return withChildren(rootOf(questions, values));
}

/**
 * The answers: without empty optional objects and lists, and with `null` for an empty required field that
 * accepts it.
 *
 * @param isUntouched - whether the candidate left an object or list as it was
 */
export function answersIn(
  questions: Questions,
  values: unknown,
  isUntouched: (path: readonly string[]) => boolean = () => false,
): FormData {
  const answerOf = (found: QuestionValue): Answer => {
    const { node, value, isRequired, path } = found;
    const nothing = !isRequired ? undefined : node.isNullable ? null : emptyOf(node);
    const whenEmpty = { answer: nothing, isGiven: false };
    if (isOneField(node))
      return isAnswer(found) ? { answer: value, isGiven: !node.isSilent } : whenEmpty;
    if (node.kind === 'never' || (path.length > 0 && isUntouched(path))) return whenEmpty;
    const answers = childrenOf(questions, found).map((child) => {
      return { name: child.path.at(-1) ?? '', empty: emptyEntry(child.node), ...answerOf(child) };
    });
    const isGiven = answers.some((each) => each.isGiven) || questions.isGiven(toPointer(path));
    if (node.kind === 'array') {
      const items = answers.map(({ answer, empty }) => (answer === undefined ? empty : answer));
      const isLeftEmpty = answers.every((each) => !each.isGiven && isNothing(each.answer));
      const isEmpty = !isRequired && isLeftEmpty;
      if (isEmpty || (items.length === 0 && node.isNullable)) return whenEmpty;
      return { answer: items, isGiven };
    }
    const kept = answers.filter(({ answer }) => answer !== undefined);
    // A branch that nobody chose, and that holds only constants, is no answer.
    const isAnswered = isGiven || isRequired || node.choices.length === 0;
    const isLeft = path.length === 0 || (kept.length > 0 && isAnswered);
    if (!isLeft || (node.isNullable && !isGiven)) return whenEmpty;
    return { answer: Object.fromEntries(kept.map(({ name, answer }) => [name, answer])), isGiven };
  };
  return answerOf(rootOf(questions, values)).answer as FormData;
}

/** `isGiven`: not only constants, which the candidate does not see. */
interface Answer {
  answer: unknown;
  isGiven: boolean;
}

const isNothing = (answer: unknown) =>
  answer === undefined || answer === null || (isSchema(answer) && Object.keys(answer).length === 0);

/** `null`, except where that is an answer: there it is no value at all, which no option is. */
const emptyEntry = (node: QuestionNode) => (takesNull(node) ? undefined : null);

/** A list that is required has no entries; an object has no fields; a field is missing. */
function emptyOf({ kind, schema }: QuestionNode): unknown {
  if (kind === 'object') return {};
  return kind === 'array' && schema.minItems === undefined ? [] : undefined;
}

function isAnswer({ node, value, isRequired }: QuestionValue): boolean {
  const { isSilent, kind } = node;
  if (kind === 'array') return Array.isArray(value) && (value.length > 0 || isRequired);
  if (value !== null) return value !== undefined;
  return isSilent || takesNull(node);
}
