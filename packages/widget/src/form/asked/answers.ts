import type { RJSFSchema } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { toPointer, valueAt } from '../../validation/json.ts';
import { isFile } from '../fields/kinds.ts';
import { entrySchema } from '../fields/options.ts';
import type { Asked } from './asked.ts';
import type { AskedNode, Child } from './merge.ts';
import { isSchema } from './schema.ts';

/** A value of the form, and what is asked for it. */
export interface AskedValue extends Child {
  node: AskedNode;
  value: unknown;
  path: readonly string[];
}

/** Conditions may depend on each other's answers; a form that never comes to rest is cut off. */
const MAX_PASSES = 10;

/**
 * Values as the form has them: without what is not asked any more, and with defaults and silent constants.
 * Returns `values` itself when nothing changes.
 */
export function settle(asked: Asked, values: unknown): FormData {
  let current = values;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const root = { id: asked.root, isRequired: true };
    const next = new Settling(asked).value(root, current, [], { initial: undefined, isNew: true });
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
  readonly #asked: Asked;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  value(
    { id, isRequired }: Child,
    value: unknown,
    path: readonly string[],
    from: Initial,
  ): unknown {
    const pointer = toPointer(path);
    const node = this.#asked.resolve(id, value, pointer);
    // From now on, typing does not change the branch.
    for (const { key, chosen } of node.choices) this.#asked.keepChoice(pointer, key, chosen);
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

  #object({ children }: AskedNode, value: unknown, path: readonly string[], from: Initial) {
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

  #list(node: AskedNode, value: unknown, path: readonly string[], from: Initial) {
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

  #entry({ items }: AskedNode, item: unknown, path: readonly string[]): unknown {
    const id = items.first[Number(path.at(-1))] ?? items.others;
    if (id === undefined) return item;
    const isNullAnswer = takesNull(this.#asked.resolve(id, item, toPointer(path)));
    const isNew = item === undefined || (item === null && !isNullAnswer);
    const value = isNew ? undefined : item;
    const from = { initial: undefined, isNew };
    const after = this.value({ id, isRequired: true }, value, path, from);
    return after === undefined && !isNullAnswer ? null : after;
  }
}

function settledLeaf(
  { schema, isSilent }: AskedNode,
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

/** Whether `null` is an option. Then it is an answer, and an empty entry of a list is `undefined`. */
const takesNull = ({ schema }: AskedNode): boolean => schema.enum?.includes(null) === true;

/** Whether a list is one field: options, several of which can be chosen, or files. */
export function isOneField({ kind, schema }: AskedNode): boolean {
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

const rootOf = (asked: Asked, values: unknown) =>
  askedValue(asked, { id: asked.root, isRequired: true }, values, []);

function askedValue(
  asked: Asked,
  child: Child,
  value: unknown,
  path: readonly string[],
): AskedValue {
  return { ...child, value, path, node: asked.resolve(child.id, value, toPointer(path)) };
}

function childAt(asked: Asked, around: AskedValue, key: string): AskedValue | undefined {
  const { node, value, path } = around;
  const id = node.items.first[Number(key)] ?? node.items.others;
  const entry = node.kind === 'array' && !isOneField(node) ? id : undefined;
  const child = entry === undefined ? node.children.get(key) : { id: entry, isRequired: true };
  return child && askedValue(asked, child, valueAt(value, [key]), [...path, key]);
}

function childrenOf(asked: Asked, around: AskedValue): AskedValue[] {
  const { node, value } = around;
  const entries = Array.isArray(value) ? Object.keys(value) : [];
  const keys = node.kind === 'array' ? entries : [...node.children.keys()];
  return keys.map((key) => childAt(asked, around, key)).filter((child) => child !== undefined);
}

/** What is asked at a path; `undefined` where nothing is. */
export function askedAt(
  asked: Asked,
  values: unknown,
  path: readonly string[],
): AskedValue | undefined {
  return path.reduce<AskedValue | undefined>(
    (around, key) => around && childAt(asked, around, key),
    rootOf(asked, values),
  );
}

/** The values without the silent constants of an object: another branch may ask for them. */
export function withoutSilent(asked: Asked, values: FormData, path: readonly string[]): FormData {
  const found = askedAt(asked, values, path);
  const copy = structuredClone(values);
  const object = valueAt(copy, path);
  for (const [name] of found?.node.children ?? [])
    if (isSchema(object) && askedAt(asked, values, [...path, name])?.node.isSilent)
      Reflect.deleteProperty(object, name);
  return copy;
}

/** The schema of a value and of what is in it, to show it as text. */
export function schemaOf(asked: Asked, found: AskedValue): RJSFSchema {
  const { node } = found;
  const inside = childrenOf(asked, found).map((child) => schemaOf(asked, child));
  const names = [...node.children.keys()];
  if (node.kind === 'array')
    return isOneField(node) ? node.schema : { ...node.schema, items: inside };
  const properties = Object.fromEntries(names.map((name, index) => [name, inside[index] ?? {}]));
  return { ...node.schema, ...(node.kind === 'object' && { properties }) };
}

/** Everything that is asked: each object and list before what is in it. */
export function allAsked(asked: Asked, values: unknown): AskedValue[] {
  const withChildren = (found: AskedValue): AskedValue[] => [
    found,
    ...childrenOf(asked, found).flatMap(withChildren),
  ];
  return withChildren(rootOf(asked, values));
}

/**
 * The answers: without empty optional objects and lists, and with `null` for an empty required field that
 * accepts it.
 *
 * @param isUntouched - whether the candidate left an object or list as it was
 */
export function answersIn(
  asked: Asked,
  values: unknown,
  isUntouched: (path: readonly string[]) => boolean = () => false,
): FormData {
  const answerOf = (found: AskedValue): Answer => {
    const { node, value, isRequired, path } = found;
    const nothing = !isRequired ? undefined : node.isNullable ? null : emptyOf(node);
    const whenEmpty = { answer: nothing, isGiven: false };
    if (isOneField(node))
      return isAnswer(found) ? { answer: value, isGiven: !node.isSilent } : whenEmpty;
    if (node.kind === 'never' || (path.length > 0 && isUntouched(path))) return whenEmpty;
    const answers = childrenOf(asked, found).map((child) => {
      return { name: child.path.at(-1) ?? '', ...answerOf(child) };
    });
    const isGiven = answers.some((each) => each.isGiven) || asked.isGiven(toPointer(path));
    if (node.kind === 'array') {
      const items = childrenOf(asked, found).map((child, index) => {
        const answer = answers[index]?.answer;
        return answer === undefined && !takesNull(child.node) ? null : answer;
      });
      const isEmpty = !isRequired && items.every(isEmptyEntry);
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
  return answerOf(rootOf(asked, values)).answer as FormData;
}

/** `isGiven`: not only constants, which the candidate does not see. */
interface Answer {
  answer: unknown;
  isGiven: boolean;
}

const isEmptyEntry = (item: unknown) =>
  item === null || item === undefined || (isSchema(item) && Object.keys(item).length === 0);

/** A list that is required has no entries; an object has no fields; a field is missing. */
function emptyOf({ kind, schema }: AskedNode): unknown {
  if (kind === 'object') return {};
  return kind === 'array' && schema.minItems === undefined ? [] : undefined;
}

function isAnswer({ node, value, isRequired }: AskedValue): boolean {
  const { isSilent, kind } = node;
  if (kind === 'array') return Array.isArray(value) && (value.length > 0 || isRequired);
  if (value !== null) return value !== undefined;
  return isSilent || takesNull(node);
}
