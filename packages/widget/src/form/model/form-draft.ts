import type { FormData } from 'precandidate-contract';
import {
  canonical,
  memberOf,
  pointersAround,
  valueAt,
  withoutValueAt,
} from '../../validation/json.ts';
import { isConsent } from '../fields/kinds.ts';
import { isIn, type OptionDetails, optionDetails, optionSchema } from '../fields/options.ts';
import { MAX_PASSES } from './evaluate-form.ts';
import { allValueNodes, isDefaultOf, isField, type ValueNode } from './value-nodes.ts';
import type { EntryKeys } from './entry-keys.ts';
import { type BranchOption, type Choice, NO_BRANCH } from './question-node.ts';
import type { Questions } from './questions.ts';
import { isSchema } from './schema.ts';

/**
 * What a candidate has done in a form: with it, a form opens as it was left. Everything else belongs to its
 * source: a default to the service, a prefilled value to the host.
 */
export interface FormDraft {
  /**
   * What the candidate gave: members of objects beside which the others are missing, and whole lists. An emptied
   * field is `undefined`.
   */
  values: FormData;
  /** JSON Pointers of what the candidate has changed, or chosen branches for. */
  touched: readonly string[];
  /** The branches of these values and around them, from the outside. */
  branches: readonly ChosenBranch[];
  /** What the candidate agreed to or chose, in the schema's words, by JSON Pointer. */
  wordings: Readonly<Record<string, readonly string[]>>;
}

/** A chosen branch, named by what it is: the service may add branches, or put them in another order. */
export interface ChosenBranch extends Partial<Pick<BranchOption, 'label'>> {
  /** JSON Pointer of the value. */
  pointer: string;
  /** {@link Choice.name}. */
  name: string;
  /** {@link BranchOption.id}; `null` for {@link NO_BRANCH}. */
  id: string | null;
}

/**
 * @param isGiven - whether a value is the candidate's, too: a list with other entries, for example
 * @param values - all values of the form
 */
export function draftOf(
  root: ValueNode,
  isGiven: (pointer: string) => boolean,
  values: FormData,
): FormDraft {
  const given = givenIn(root, values, isGiven);
  const nodes = allValueNodes(root);
  return {
    values: (given?.value ?? {}) as FormData,
    touched: nodes.filter(({ isTouched }) => isTouched).map(({ pointer }) => pointer),
    branches: branchesIn(root),
    wordings: Object.fromEntries(
      nodes.flatMap((node) => {
        const wording = wordingOf(node);
        return wording.length === 0 ? [] : [[node.pointer, wording]];
      }),
    ),
  };
}

const isConsentGiven = ({ node, value }: ValueNode): boolean =>
  value === true && !node.isSilent && isConsent(node.schema);

/** All words of a consent; of another choice, the titles of what is chosen. */
function wordingOf(asked: ValueNode): string[] {
  const { node, value, isTouched } = asked;
  const options = optionDetails(node.schema);
  if (isConsentGiven(asked)) return [canonical([node.title, node.description, options])];
  const chosen = Array.isArray(value) && node.kind === 'array' ? value : [value];
  return isTouched ? titlesOf(optionsOf(asked).filter((option) => isIn(chosen, option.value))) : [];
}

const optionsOf = ({ node }: ValueNode) => optionDetails(optionSchema(node.schema));

const titlesOf = (options: readonly OptionDetails[]): string[] =>
  options.map(({ title }) => title).filter((title) => typeof title === 'string');

/** Also a branch that the data chose: what the candidate gave in it belongs to it. */
function branchesIn(node: ValueNode): ChosenBranch[] {
  if (!allValueNodes(node).some(({ isTouched }) => isTouched)) return [];
  const { pointer, isTouched, children } = node;
  const own = node.node.choices
    .filter(({ chosen }) => isTouched || chosen !== NO_BRANCH)
    .map(({ name, chosen, options }): ChosenBranch => {
      const { id = null, label } = options.find(({ index }) => index === chosen) ?? {};
      return { pointer, name, id, ...(label !== undefined && { label }) };
    });
  return [...own, ...[...children.values()].flatMap(branchesIn)];
}

/**
 * The choice that a draft means, and the index of its branch: {@link NO_BRANCH} where the branch is gone.
 * `undefined`: the choice is gone, too.
 */
function findBranch(
  choices: readonly Choice[],
  { name, id, label }: ChosenBranch,
): { choice: Choice; index: number } | undefined {
  const isNamed = (choice: Choice) => choice.name === name;
  const [named] = choices.filter(isNamed);
  const all = [...choices.filter(isNamed), ...choices.filter((choice) => !isNamed(choice))];
  const only = (isIt: (option: BranchOption) => boolean) =>
    all
      .map((choice) => ({ choice, found: choice.options.filter(isIt) }))
      .filter(({ found }) => found.length === 1)
      .map(({ choice, found: [option] }) => ({ choice, index: option?.index ?? NO_BRANCH }))[0];
  const gone = named && { choice: named, index: NO_BRANCH };
  if (id === null) return gone;
  const same = only((option) => option.id === id);
  const titled = only((option) => label !== undefined && option.label === label);
  // With the title of another branch, it would say what the candidate did not choose.
  if (same?.choice === titled?.choice && same?.index !== titled?.index) return gone;
  // A branch whose constants have changed is still what the candidate read.
  return same ?? titled ?? gone;
}

/** What the candidate gave of a value; `undefined`: nothing. */
function givenIn(
  { node, children, isTouched, pointer }: ValueNode,
  value: unknown,
  isGiven: (pointer: string) => boolean,
): { value: unknown } | undefined {
  const isOwn = isTouched || isGiven(pointer);
  if (isField(node)) return isOwn && !node.isSilent ? { value } : undefined;
  const inside = [...children].flatMap(([name, child]) => {
    const given = givenIn(child, memberOf(value, name), isGiven);
    return given === undefined ? [] : [[name, given.value] as const];
  });
  if (node.kind !== 'array')
    return inside.length > 0 ? { value: Object.fromEntries(inside) } : undefined;
  if (inside.length === 0 && !isGiven(pointer)) return undefined;
  // A list is given as a whole: which of its entries is which, the source could not tell. The defaults of each
  // entry are the same, unless the list has one of its own.
  const isSourced = node.schema.default !== undefined;
  return { value: isSourced ? value : withoutDefaults(children, value) };
}

/** A list or object without the defaults in it that nobody touched. */
function withoutDefaults(children: ValueNode['children'], value: unknown): unknown {
  const inside = (name: string, item: unknown) =>
    withoutDefaults(children.get(name)?.children ?? new Map(), item);
  if (Array.isArray(value)) return value.map((item, index) => inside(String(index), item));
  if (!isSchema(value)) return value;
  const isDefault = (name: string, item: unknown) => {
    const child = children.get(name);
    return child !== undefined && !child.isTouched && isDefaultOf(child.node, item);
  };
  const left = Object.entries(value).filter(([name, item]) => !isDefault(name, item));
  return Object.fromEntries(left.map(([name, item]) => [name, inside(name, item)]));
}

/**
 * Values with those of a draft in their places.
 *
 * @param isOwn - the entries of lists are those of the draft already, with what the form has added; default: the
 *   draft's lists replace others
 */
export function withDraft(values: unknown, given: unknown, isOwn = false): unknown {
  if (isOwn && Array.isArray(given) && Array.isArray(values))
    return given.map((item, index) => withDraft(values[index], item, isOwn));
  if (!isSchema(given) || !isSchema(values)) return given;
  const members = Object.entries(given).map(([name, value]) => {
    return [name, withDraft(memberOf(values, name), value, isOwn)] as const;
  });
  return { ...values, ...Object.fromEntries(members) };
}

/** An empty form, which takes a draft. */
export interface DraftTarget {
  readonly asked: ValueNode;
  readonly values: FormData;
  readonly questions: Pick<Questions, 'decide' | 'forgetChoices' | 'touch' | 'untouch'>;
  readonly entries: Pick<EntryKeys, 'placeOf' | 'setChanged'>;
  take: (values: FormData) => unknown;
  valueNodeAt: (pointer: string) => ValueNode | undefined;
}

/** Returns what the candidate gave for branches that are gone, by place: the form does not ask for it now. */
export function restoreDraft(form: DraftTarget, draft: FormDraft): Map<string, unknown> {
  const touched = new Set(draft.touched);
  const { questions, entries } = form;
  const fresh = form.values;
  // The values of the draft decide where it has others than the schema.
  questions.forgetChoices();
  for (const pointer of touched) questions.touch(pointer);
  takeOver(form, fresh, draft.values);
  const sourced = [...touched].filter((pointer) => belongsToSource(form, fresh, draft, pointer));
  for (const pointer of sourced) questions.untouch(pointer);
  const values = sourced.reduce((all, pointer) => withoutValueAt(all, pointer), draft.values);
  if (sourced.length > 0) takeOver(form, fresh, values);
  const unplaced = new Map<string, unknown>();
  for (const branch of draft.branches) {
    const { pointer, id } = branch;
    const found = findBranch(form.valueNodeAt(pointer)?.node.choices ?? [], branch);
    if (found === undefined) continue;
    const { choice, index } = found;
    if (touched.has(pointer)) questions.touch(pointer);
    questions.decide(pointer, choice.key, index);
    if (index === NO_BRANCH && id !== null)
      unplaced.set(entries.placeOf(pointer), valueAt(values, pointer));
    takeOver(form, fresh, values);
  }
  for (const { node, pointer, children } of allValueNodes(form.asked))
    if (!isField(node) && Array.isArray(valueAt(values, pointer)))
      entries.setChanged(pointer, children.size);
  withdrawReworded(form, draft.wordings, '');
  return unplaced;
}

/** Whether a form, which may have changed since, holds everything that the candidate gave in a draft. */
export function holdsDraft(
  form: Pick<DraftTarget, 'values' | 'valueNodeAt'>,
  draft: FormDraft,
): boolean {
  return draft.touched.every((pointer) => {
    const given = valueAt(draft.values, pointer);
    const { node } = form.valueNodeAt(pointer) ?? {};
    const isAsked = node !== undefined && isField(node) && !node.isSilent;
    // The fields in it have pointers of their own. A branch without any has no value in a draft.
    const isGroup = given === undefined || [given].flat(Infinity).some(isSchema);
    if (!isAsked && isGroup) return true;
    return canonical(valueAt(form.values, pointer)) === canonical(given);
  });
}

/**
 * Nobody has agreed to words that are new, or chosen an option whose title is that of another one now.
 *
 * @param around - JSON Pointer of the object or list that took values of the draft
 */
export function withdrawReworded(
  form: DraftTarget,
  wordings: FormDraft['wordings'],
  around: string,
): void {
  const asked = form.valueNodeAt(around);
  const isReworded = (each: ValueNode): boolean => {
    const [before, now] = [wordings[each.pointer] ?? [], wordingOf(each)];
    if (isConsentGiven(each)) return !isIn(before, now[0]);
    const titles = titlesOf(optionsOf(each));
    return before.some((title) => !now.includes(title) && titles.includes(title));
  };
  const withdrawn = asked === undefined ? [] : allValueNodes(asked).filter(isReworded);
  for (const { pointer } of withdrawn) form.questions.untouch(pointer);
  if (withdrawn.length === 0) return;
  const without = (values: unknown, { pointer }: ValueNode) => withoutValueAt(values, pointer);
  form.take(withdrawn.reduce<unknown>(without, form.values) as FormData);
}

/** Takes the values of a draft over those of the schema. A default among these may ask for more. */
function takeOver(form: DraftTarget, fresh: FormData, given: FormData): void {
  let before: string;
  let passes = 0;
  form.take(withDraft(fresh, given) as FormData);
  do {
    before = canonical(form.values);
    form.take(withDraft(form.values, given, true) as FormData);
    passes += 1;
  } while (passes < MAX_PASSES && canonical(form.values) !== before);
}

/** Whether a field is `readOnly`, and the service or the host gives its value. */
function belongsToSource(
  form: DraftTarget,
  fresh: FormData,
  { values }: FormDraft,
  pointer: string,
): boolean {
  const around = pointersAround(pointer);
  // The entries of a list from a draft have no source.
  if (around.some((each) => Array.isArray(valueAt(values, each)))) return false;
  const source: unknown = valueAt(fresh, pointer) ?? form.valueNodeAt(pointer)?.node.schema.default;
  const isReadOnly = (each: string) => form.valueNodeAt(each)?.node.schema.readOnly === true;
  return source !== undefined && [...around, pointer].some(isReadOnly);
}
