import type { RJSFSchema } from '@rjsf/utils';
import type { FormData, FormSchema } from 'precandidate-contract';
import {
  canonical,
  childPointer,
  fromPointer,
  parentOf,
  valueAt,
  withValueAt,
} from '../../validation/json.ts';
import {
  allValueNodes,
  isField,
  isRendered,
  needsAnswer,
  type ValueNode,
  valueNodeAt,
  withoutEmptyEntries,
  withoutSilent,
} from './value-nodes.ts';
import { evaluateForm } from './evaluate-form.ts';
import {
  draftOf,
  type FormDraft,
  holdsDraft,
  restoreDraft,
  withdrawReworded,
  withDraft,
} from './form-draft.ts';
import { EntryKeys } from './entry-keys.ts';
import type { Arrangement } from './field-order.ts';
import { FormValidation } from './form-validation.ts';
import { LeftAnswers } from './left-answers.ts';
import { Questions } from './questions.ts';
import type { Union } from './schema.ts';
import { answersIn, sentData } from './sent-data.ts';
import { withoutUndecidedRules } from './undecided-rules.ts';
import { type FormViolation, missingIn } from './violations.ts';

/** A field whose files are still being read. */
export interface Unread {
  pointer: string;
  /** What a draft holds instead of the field's value. */
  placeholder: unknown;
}

/** A list entry that was removed, and may come back. */
export interface RemovedEntry {
  index: number;
  key: string | undefined;
  item: unknown;
}

export interface FieldCounts {
  /** Choices between branches count, too. */
  fields: number;
  /** Not in optional groups that nobody has filled in. At least {@link missing}. */
  required: number;
  /** Required and empty. */
  missing: number;
}

/** The data that would be sent, and what is wrong with it. */
interface CheckedData {
  data: FormData;
  violations: FormViolation[];
}

interface ModelOptions {
  schema: FormSchema;
  /** Two upper-case letters; default: unknown. */
  country?: string | null;
  /** The schema cannot be validated. */
  onBroken: (cause: unknown) => void;
}

/** What a form holds of a draft: `none` of it, the `whole`, or what still fits after a change of the form. */
export type Restored = 'none' | 'whole' | 'partly';

/** What a form asks, its values, and what is wrong with them. Needs no page. */
export class FormModel {
  readonly entries = new EntryKeys();
  readonly #options: ModelOptions;
  #questions!: Questions;
  #defaults!: FormData;
  #asked!: ValueNode;
  #leftAnswers!: LeftAnswers;
  #arrangement: Arrangement | undefined;
  /** By place: what the candidate gave for a branch that is gone. */
  #unplaced: ReadonlyMap<string, unknown> = new Map();
  /** Of the draft that had it. */
  #wordings: FormDraft['wordings'] = {};
  /** Of the current values; `undefined` until they are checked. */
  #checked: CheckedData | undefined;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.replaceSchema(options.schema);
  }

  /** Asks for another schema, with its defaults. */
  replaceSchema(schema: FormSchema): void {
    this.#options.schema = schema;
    this.#questions = new Questions(schema, this.entries, this.#options.country);
    this.#leftAnswers = new LeftAnswers(this.#questions);
    this.#arrangement = undefined;
    this.#asked = evaluateForm(this.#questions, undefined);
    this.#checked = undefined;
    this.#defaults = this.values;
  }

  get schema(): FormSchema {
    return this.#options.schema;
  }

  /** What is asked, given the values. */
  get questions(): Questions {
    return this.#questions;
  }

  /** All that is asked now, with the values. */
  get asked(): ValueNode {
    return this.#asked;
  }

  get values(): FormData {
    return this.#asked.value as FormData;
  }

  /** The values that the schema's defaults give. */
  get defaults(): FormData {
    return this.#defaults;
  }

  /** Folds valid prefilled fields, and puts the other required ones first. */
  get arrangement(): Arrangement {
    this.#arrangement ??= this.#arrange();
    return this.#arrangement;
  }

  #arrange(): Arrangement {
    const { 'x-prefilled': prefilled = [], required = [] } = this.#options.schema;
    if (prefilled.length === 0) return { first: new Set(), folded: new Set() };
    const validation = this.#validationOf(this.schema, this.#questions, this.#asked);
    const wrong = validation
      .violationsOf(validation.errorsIn(this.#defaults), this.#defaults)
      .map(({ pointer }) => fromPointer(pointer)[0]);
    const isValid = (name: string) => name in this.#defaults && !wrong.includes(name);
    const folded = new Set(prefilled.filter(isValid));
    return { first: new Set(required.filter((name) => !folded.has(name))), folded };
  }

  /**
   * Takes values, apart from those that nothing asks for; returns what it took.
   *
   * @param changed - JSON Pointer of what the candidate has changed; default: nothing, as for a draft
   */
  take(values: FormData | undefined, changed?: string): FormData {
    const before = this.#asked;
    const field = changed === undefined ? undefined : this.valueNodeAt(changed);
    if (field && isField(field.node)) this.#questions.touch(field.pointer);
    this.#asked = evaluateForm(this.#questions, values, before);
    if (changed !== undefined) this.#returnAnswers(before);
    this.#checked = undefined;
    return this.values;
  }

  /** A question that comes back after a change brings the candidate's answer, which may bring another question. */
  #returnAnswers(before: ValueNode): void {
    this.#leftAnswers.keep(before, this.#asked);
    for (;;) {
      const returned = this.#leftAnswers.giveBack(before, this.#asked);
      if (returned.length === 0) return;
      for (const pointer of returned.flatMap(({ touched }) => touched))
        this.#questions.touch(pointer);
      const values = returned.reduce<unknown>(
        (all, { pointer, value }) => withValueAt(all, pointer, value),
        this.values,
      );
      this.#asked = evaluateForm(this.#questions, values, this.#asked);
    }
  }

  /** What the candidate has done. See {@link FormDraft}. */
  draft(unread: readonly Unread[] = []): FormDraft {
    const isUnread = (pointer: string) => unread.some((each) => each.pointer === pointer);
    const isGiven = (pointer: string) => isUnread(pointer) || this.entries.isChanged(pointer);
    return draftOf(this.#asked, isGiven, this.valuesWith(unread));
  }

  /** The values, with the names of files that are still being read. */
  valuesWith(unread: readonly Unread[]): FormData {
    const asked = unread.filter(({ pointer }) => this.valueNodeAt(pointer));
    return asked.reduce<unknown>(
      (all, { pointer, placeholder }) => withValueAt(all, pointer, placeholder),
      this.values,
    ) as FormData;
  }

  /**
   * Takes what of a draft the form asks for: other values would be sent unseen. What nobody touched comes from
   * the schema.
   */
  restore(draft: FormDraft): Restored {
    this.forgetChoices();
    this.take(undefined);
    const empty = canonical(answersIn(this.#asked));
    this.#unplaced = restoreDraft(this, draft);
    this.#wordings = draft.wordings;
    const isChosen = draft.branches.some(({ pointer }) => draft.touched.includes(pointer));
    if (this.#unplaced.size > 0 || !holdsDraft(this, draft)) return 'partly';
    return isChosen || canonical(answersIn(this.#asked)) !== empty ? 'whole' : 'none';
  }

  /**
   * The candidate chooses a branch for the value at a JSON Pointer. What they gave for a branch that is gone comes
   * back where the new one asks for it.
   */
  choose(pointer: string, union: Union['key'], index: number): void {
    const values = withoutSilent(this.#asked, pointer);
    const left = this.#unplaced.get(this.entries.placeOf(pointer));
    this.#questions.choose(pointer, union, index);
    if (left === undefined) return void this.take(values, pointer);
    const value = withDraft(left, valueAt(values, pointer) ?? {});
    this.take(withValueAt(values, pointer, value) as FormData, pointer);
    withdrawReworded(this, this.#wordings, pointer);
  }

  /** The candidate adds an entry to a list, or brings one back that they removed. */
  insertEntry(pointer: string, index: number, removed?: RemovedEntry): void {
    const entries = this.listAt(pointer);
    this.entries.insert(pointer, index, entries.length, removed?.key);
    // A list with an entry that the candidate wants is not left as it was.
    this.#questions.touch(pointer);
    this.#takeList(pointer, entries.toSpliced(index, 0, removed?.item));
  }

  /** The candidate removes an entry from a list. */
  removeEntry(pointer: string, index: number, unread: readonly Unread[] = []): RemovedEntry {
    const entries = this.listAt(pointer);
    // With it goes a file that is still being read: if the entry comes back, it asks for the file again.
    const item = valueAt(this.valuesWith(unread), childPointer(pointer, index));
    const key = this.entries.remove(pointer, index, entries.length);
    const left = entries.toSpliced(index, 1);
    const { minItems = 0 } = this.valueNodeAt(pointer)?.node.schema ?? {};
    // Nothing is left of what they added.
    if (left.length <= minItems) this.#questions.untouch(pointer);
    this.#takeList(pointer, left);
    return { index, key, item };
  }

  /** The candidate fills in an entry of a list as the one before it. */
  copyEntry(pointer: string, index: number): void {
    const entries = this.listAt(pointer);
    const before = structuredClone(entries[index - 1]);
    this.#takeList(pointer, entries.toSpliced(index, 1, before));
    const entry = this.valueNodeAt(childPointer(pointer, index));
    for (const { node, value, pointer: at } of entry ? allValueNodes(entry) : [])
      if (isField(node) && !node.isSilent && value !== undefined) this.#questions.touch(at);
    this.take(this.values);
  }

  #takeList(pointer: string, entries: readonly unknown[]): void {
    this.take(withValueAt(this.values, pointer, entries) as FormData, pointer);
  }

  /** Whether the schema of a field accepts a value. */
  accepts(schema: RJSFSchema, value: unknown): boolean {
    return this.#questions.schemas.accepts(schema, value);
  }

  valueAt(pointer: string): unknown {
    return valueAt(this.values, pointer);
  }

  /** Whether there is nothing to fill in: only a button. */
  get isEmpty(): boolean {
    return !isRendered(this.#asked);
  }

  /** The entries of a list. */
  listAt(pointer: string): unknown[] {
    const value = this.valueAt(pointer);
    return Array.isArray(value) ? value : [];
  }

  /** What is asked for the value at a JSON Pointer; `undefined` where nothing is. */
  valueNodeAt(pointer: string): ValueNode | undefined {
    return valueNodeAt(this.#asked, pointer);
  }

  /** Lets the data choose all branches again, and forgets which list entry is which. */
  forgetChoices(): void {
    this.#questions.forgetChoices();
    this.entries.clear();
    this.#leftAnswers = new LeftAnswers(this.#questions);
    this.#unplaced = new Map();
  }

  /** What would be sent, and what is wrong with it. Validates once for each change. */
  check(): CheckedData {
    this.#checked ??= this.#checkOf(this.schema, this.#questions, this.#asked);
    return this.#checked;
  }

  /**
   * What is wrong whatever the candidate answers later.
   *
   * @param later - whether a field of the form, or a choice between its branches, is asked for later
   */
  violationsWithout(later: {
    field: (name: string) => boolean;
    choice: (name: string) => boolean;
  }): FormViolation[] {
    const isOpen = (name: string) =>
      later.field(name) && this.#asked.children.get(name)?.value === undefined;
    const schema = withoutUndecidedRules(this.schema, {
      schemas: this.#questions.schemas,
      decided: this.#asked.node.decided,
      isOpen,
      isOpenChoice: later.choice,
    });
    const questions = this.#questions.of(schema);
    // These rules may have asked for groups, and for entries of lists.
    const asked = evaluateForm(questions, withoutEmptyEntries(this.#asked));
    return this.#checkOf(schema as FormSchema, questions, asked).violations;
  }

  /** @param known - where the form has been counted already; default: validates */
  counts(known?: Omit<FieldCounts, 'fields'>): FieldCounts {
    const nodes = allValueNodes(this.#asked);
    const asked = nodes.filter(({ node, value, isTouched }) => {
      const isPrefilled = node.schema.readOnly === true && value !== undefined && !isTouched;
      return isField(node) && !node.isSilent && !isPrefilled;
    });
    const choices = nodes.filter(({ node }) => node.choices.length > 0);
    const fields = choices.reduce((sum, { node }) => sum + node.choices.length, asked.length);
    if (known !== undefined) return { fields, ...known };
    const { data, violations } = this.check();
    const missing = missingIn(violations);
    // Nothing in an optional group that stays empty is required.
    const isSent = ({ pointer }: ValueNode) => valueAt(data, parentOf(pointer)) !== undefined;
    const required = [...asked, ...choices].filter((each) => needsAnswer(each) && isSent(each));
    // A rule may demand what is not required by itself.
    const demanded = new Set([...required.map(({ pointer }) => pointer), ...missing]);
    return { fields, required: demanded.size, missing: missing.length };
  }

  #checkOf(schema: FormSchema, questions: Questions, asked: ValueNode): CheckedData {
    const validation = this.#validationOf(schema, questions, asked);
    const { data, errors } = sentData(schema, asked, validation.errorsIn);
    return { data, violations: validation.violationsOf(errors, data) };
  }

  #validationOf(schema: FormSchema, { schemas }: Questions, asked: ValueNode): FormValidation {
    const { onBroken } = this.#options;
    return new FormValidation({ schema, schemas, asked, onBroken });
  }
}
