import { childPointer, memberOf } from '../../validation/json.ts';
import { canShow } from '../fields/kinds.ts';
import { isTakenDefault } from './defaults.ts';
import type { Questions } from './questions.ts';
import { type Child, NO_BRANCH, type QuestionNode } from './question-node.ts';
import { isAnswer, isSchema } from './schema.ts';
import { emptyEntry, isDefaultOf, isField, takesNull, type ValueNode } from './value-nodes.ts';

/** Conditions may depend on each other's answers; a form that never comes to rest is cut off. */
export const MAX_PASSES = 10;

/**
 * All that a form asks, given its values, and these values without what is not asked any more, and with
 * defaults and silent constants. The root's value is `values` itself when nothing changes.
 *
 * A condition may read a value that this changes: so it is evaluated again until nothing changes. For each value:
 * 1. What was given to another question of the same name is forgotten, and so is the default of a condition or
 *    branch that does not apply any more, unless the candidate has touched it.
 * 2. The question is resolved against the value, else against the default, which may choose a branch.
 * 3. A value that its input cannot show is dropped, and a new field takes its default.
 *
 * @param before - of the same questions: a long form is asked for at each change of one field
 */
export function evaluateForm(questions: Questions, values: unknown, before?: ValueNode): ValueNode {
  const evaluation = new FormEvaluation(questions);
  let asked = evaluation.form(values, before);
  for (let pass = 1; pass < MAX_PASSES && !asked.isUnchanged; pass += 1)
    asked = evaluation.form(asked.value, asked);
  return asked;
}

/** One value to ask for. */
interface Request {
  child: Child;
  value: unknown;
  pointer: string;
  /** What the default of the object or list around it says. */
  initial: unknown;
  /** The form does not have the value yet. A field that was emptied stays empty. */
  isNew: boolean;
  /** See {@link ValueNode.isWaiting}. */
  isWaiting: boolean;
  /** What was asked for at the pointer. */
  before: ValueNode | undefined;
}

/** A request whose question is known. */
interface Resolved extends Request {
  node: QuestionNode;
}

class FormEvaluation {
  readonly #questions: Questions;
  /** Pointers of fields whose default was taken back: once each, since it may decide its own condition. */
  readonly #withdrawn = new Set<string>();

  constructor(questions: Questions) {
    this.#questions = questions;
  }

  form(value: unknown, before: ValueNode | undefined): ValueNode {
    const child = { question: this.#questions.root, isRequired: true };
    const initial = undefined;
    return this.#value({
      child,
      value,
      pointer: '',
      initial,
      isNew: true,
      isWaiting: false,
      before,
    });
  }

  #value(request: Request): ValueNode {
    const { child, value, pointer, isWaiting, before } = request;
    const isTouched = this.#questions.isTouched(pointer);
    const place = this.#questions.placeOf(pointer);
    // Where an entry was removed, another one was here before.
    const isOwn = before?.place === place;
    if (isOwn && before.isTouched === isTouched && isLeftAlone(before, request)) return before;
    const again = (): ValueNode =>
      this.#value({ ...request, value: undefined, isNew: true, before: undefined });
    // What was given to another question, which had this name, is no answer to this one.
    const isLeft = isOwn && value !== undefined && value === before.value;
    if (isLeft && this.#questions.isReplaced(before, child.question)) {
      this.#questions.forget(pointer);
      return again();
    }
    const { node, initial } = this.#resolve(request);
    // Nobody gave the default of a condition or branch that does not apply any more.
    const isWithdrawn = isOwn && isDefaultOf(before.node, value) && !isDefaultOf(node, value);
    if (isWithdrawn && !isTouched && !this.#withdrawn.has(pointer)) {
      this.#withdrawn.add(pointer);
      return again();
    }
    // From now on, typing does not change the branch.
    for (const { key, chosen } of node.choices)
      if (chosen !== NO_BRANCH) this.#questions.keepChoice(pointer, key, chosen);
    const given = value === null && !takesNull(node) ? undefined : value;
    const inside = this.#inside({ ...request, node, initial, value: given });
    const isUnchanged = inside.value === value;
    const after = { ...child, node, pointer, place, isTouched, isUnchanged, isWaiting, ...inside };
    return before !== undefined && isLike(before, after) ? before : after;
  }

  /** What is asked, and the default: it chooses a branch that nobody has chosen. */
  #resolve({ child: { question }, value, pointer, initial: outer, isNew }: Request) {
    const resolve = (given: unknown) => this.#questions.resolve(question, given, pointer);
    const node = resolve(value ?? (isNew ? outer : undefined));
    const initial = outer ?? node.schema.default;
    const isOpen = value === undefined && isNew && node.choices.length > 0;
    return { node: isOpen ? resolve(initial) : node, initial };
  }

  #inside(request: Resolved): Pick<ValueNode, 'value' | 'children'> {
    switch (request.node.kind) {
      case 'object':
        return this.#object(request);
      case 'array':
        return this.#list(request);
      case 'leaf':
        return { value: this.#leaf(request), children: NOTHING };
      case 'unchosen':
      case 'never':
        return { value: undefined, children: NOTHING };
    }
  }

  #leaf(request: Resolved): unknown {
    const { node, value, initial, isNew } = request;
    const { schema, isSilent } = node;
    if (isSilent) return schema.const;
    if (value === undefined) return isNew && this.#takesDefault(request) ? initial : undefined;
    // As in the default of a list: `['']`.
    if (value === '' && schema.enum === undefined) return undefined;
    return canShow(schema, value) ? value : undefined;
  }

  #takesDefault(request: Resolved): boolean {
    const { pointer, node, initial } = request;
    return isTakenDefault({
      pointer,
      schema: node.schema,
      initial,
      country: this.#questions.country,
      isNeeded: this.#isNeeded(request),
      accepts: (value) => this.#questions.accepts(request.child.question, value),
    });
  }

  /** See {@link isTakenDefault}. */
  #isNeeded({ child, pointer }: Resolved): boolean {
    return child.isRequired || this.#questions.isPrefilled(pointer);
  }

  #object({ node, value, pointer, initial, before }: Resolved) {
    const given = isSchema(value) ? value : {};
    const isMissing = (name: string) => (memberOf(given, name) ?? undefined) === undefined;
    const after: [string, unknown][] = [];
    const children = new Map<string, ValueNode>();
    for (const [name, child] of node.children) {
      const isNew = !Object.hasOwn(given, name);
      const asked = this.#value({
        child,
        value: memberOf(given, name),
        pointer: childPointer(pointer, name),
        initial: memberOf(initial, name),
        isNew,
        isWaiting: child.waitsFor?.some(isMissing) === true,
        before: before?.children.get(name),
      });
      children.set(name, asked);
      const isEmptied = !isNew && isMissing(name);
      // A field that was emptied is there, but a value that does not fit is not.
      if (asked.value !== undefined || isEmptied) after.push([name, asked.value]);
    }
    return { value: unlessSame(value, Object.fromEntries(after)), children };
  }

  #list(request: Resolved) {
    const { node, value, pointer, initial, isNew, before } = request;
    const isDefault = value === undefined && isNew;
    const given: unknown = isDefault ? initial : value;
    const entries: unknown[] = Array.isArray(given) ? given : [];
    if (isField(node)) {
      // What is empty in a default is no answer.
      const shown = entries.filter(
        (item) => canShow(node.schema, item) && (!isDefault || isAnswer(item)),
      );
      const { question } = request.child;
      const isOpen = isDefault && !this.#isNeeded(request);
      const isRefused = isOpen && !this.#questions.accepts(question, shown);
      const isTaken = Array.isArray(given) && !isRefused;
      return { value: isTaken ? unlessSame(value, shown) : undefined, children: NOTHING };
    }
    const { first, others } = node.items;
    const { minItems = 0 } = node.schema;
    const missing = Math.max(0, Math.max(minItems, first.length) - entries.length);
    if (!Array.isArray(given) && missing === 0) return { value: undefined, children: NOTHING };
    const children = new Map<string, ValueNode>();
    const filled = [...entries, ...Array.from({ length: missing }, () => undefined)];
    const after = filled.map((item, index) => {
      const question = first[index] ?? others;
      if (question === undefined) return item ?? null;
      const key = String(index);
      const entry = {
        child: { question, isRequired: true },
        pointer: childPointer(pointer, index),
        isWaiting: false,
        before: before?.children.get(key),
      };
      const isEmptied = this.#isEmptied(item, entry);
      const own = isDefault
        ? { value: undefined, initial: item, isNew: true }
        : { value: item, initial: undefined, isNew: !isEmptied };
      const asked = this.#value({ ...entry, ...own });
      children.set(key, asked);
      return asked.value === undefined ? emptyEntry(asked.node) : asked.value;
    });
    return { value: unlessSame(value, after), children };
  }

  /** Whether the candidate has emptied an entry: its default does not come back. */
  #isEmptied(item: unknown, { pointer, before }: Pick<Request, 'pointer' | 'before'>): boolean {
    // The choice of a branch changes an entry, too, and begins with the defaults of the branch.
    const hasChoice = before !== undefined && before.node.choices.length > 0;
    return (item ?? undefined) === undefined && !hasChoice && this.#questions.isTouched(pointer);
  }
}

const NOTHING: ValueNode['children'] = new Map();

/** Whether a field, rather than an object or a list, asks for what it asked before. */
function isLeftAlone(before: ValueNode, { child, value, initial, isNew }: Request): boolean {
  const { question, isRequired } = child;
  const { node, isUnchanged } = before;
  const isAskedSame = before.question === question && before.isRequired === isRequired;
  const isSame = isAskedSame && before.value === value;
  const isPlain = node.kind === 'leaf' && node.choices.length === 0;
  const hasDefault = isNew && (initial ?? node.schema.default) !== undefined;
  return isSame && isPlain && isUnchanged && (value !== undefined || !hasDefault);
}

/** Whether the same is asked as before: then the value is not rendered again. */
function isLike(before: ValueNode, after: ValueNode): boolean {
  const { children: old, ...one } = before;
  const { children: now, ...other } = after;
  const isSame = Object.entries(other).every(([name, part]) => memberOf(one, name) === part);
  return isSame && old.size === now.size && [...now].every(([key, each]) => old.get(key) === each);
}

function unlessSame(before: unknown, after: object): unknown {
  if (typeof before !== 'object' || before === null) return after;
  const [old, now] = [before, after].map((value) => Object.entries(value));
  const isSame =
    Array.isArray(before) === Array.isArray(after) &&
    old?.length === now?.length &&
    now?.every(([key, value]) => Object.hasOwn(before, key) && memberOf(before, key) === value);
  return isSame ? before : after;
}
