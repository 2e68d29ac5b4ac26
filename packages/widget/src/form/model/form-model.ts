import type { RJSFSchema } from '@rjsf/utils';
import type { FormData, FormSchema } from 'precandidate-contract';
import { type DateFault, dateFault, dateTimeFault, timeFault } from '../../dates/date.ts';
import {
  canonical,
  fromPointer,
  pointersAround,
  valueAt,
  withValueAt,
} from '../../validation/json.ts';
import type { CheckError } from '../../validation/run.ts';
import { check } from '../../validation/validator.ts';
import { EntryKeys } from './entry-keys.ts';
import { textKind, type TextKind } from '../fields/kinds.ts';
import {
  allValueNodes,
  answersIn,
  ask,
  isField,
  type ValueNode,
  valueNodeAt,
  withoutSilent,
} from './answers.ts';
import { draftOf, type FormDraft, restoreDraft, withDraft } from './draft.ts';
import { NO_BRANCH, type QuestionNode } from './merge.ts';
import { Questions } from './questions.ts';
import { isSchema, type Union } from './schema.ts';
import {
  type FormViolation,
  missingIn,
  relevantErrors,
  violationsOf,
  withDateFaults,
} from './violations.ts';

/** A field whose file is still being read, and what stands for its value until then. */
interface Unread {
  pointer: string;
  placeholder: unknown;
}

export interface FieldCounts {
  fields: number;
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
  /** The schema cannot be validated. */
  onBroken: (cause: unknown) => void;
  /** Whether the form can look up the city at a JSON Pointer. Default: no. */
  hasCities?: (pointer: string) => boolean;
}

/** The order of a form's top-level fields. Decided once, so that no field moves during typing. */
interface Arrangement {
  /** Names of the fields before all others. Without prefilled fields, the schema's order stays. */
  first: ReadonlySet<string>;
  /** Names of valid prefilled fields, which are folded into a list. */
  folded: ReadonlySet<string>;
}

const FAULTS: Partial<Record<TextKind, (value: unknown) => DateFault | undefined>> = {
  date: dateFault,
  'date-time': dateTimeFault,
  time: timeFault,
};

/** What a form asks, its values, and what is wrong with them. Needs no page. */
export class FormModel {
  readonly entries = new EntryKeys();
  readonly #options: ModelOptions;
  #questions!: Questions;
  #defaults!: FormData;
  #asked!: ValueNode;
  #arrangement: Arrangement | undefined;
  /** By place: what the candidate gave for a branch that is gone. */
  #unplaced: ReadonlyMap<string, unknown> = new Map();
  /** Of the current values; `undefined` until they are checked. */
  #checked: CheckedData | undefined;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.replaceSchema(options.schema);
  }

  /** Asks for another schema, with its defaults. */
  replaceSchema(schema: FormSchema): void {
    this.#options.schema = schema;
    this.#questions = new Questions(schema, this.entries);
    this.#arrangement = undefined;
    this.#asked = ask(this.#questions, undefined);
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
    const wrong = this.#validate(this.#defaults).map(({ pointer }) => fromPointer(pointer)[0]);
    const isValid = (name: string) => name in this.#defaults && !wrong.includes(name);
    const folded = new Set(prefilled.filter(isValid));
    return { first: new Set(required.filter((name) => !folded.has(name))), folded };
  }

  /**
   * Takes values, apart from those that nothing asks for; returns what it took.
   *
   * @param changed - JSON Pointer of what the candidate has changed; default: nothing, as for a draft
   */
  take(values: FormData | undefined, changed = ''): FormData {
    const field = this.valueNodeAt(changed);
    if (field && isField(field.node)) this.#questions.touch(changed);
    this.#asked = ask(this.#questions, values, this.#asked);
    this.#checked = undefined;
    return this.values;
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
   * the schema. Returns whether the form now differs from an empty one.
   */
  restore(draft: FormDraft): boolean {
    this.forgetChoices();
    this.take(undefined);
    const empty = canonical(answersIn(this.#asked));
    this.#unplaced = restoreDraft(this, draft);
    const isChosen = draft.touched.some(({ branches }) => branches.length > 0);
    return isChosen || canonical(answersIn(this.#asked)) !== empty;
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
  }

  /** Whether the schema of a field accepts a value. */
  accepts(schema: RJSFSchema, value: unknown): boolean {
    return this.#questions.schemas.isValid(schema, value) === true;
  }

  valueAt(pointer: string): unknown {
    return valueAt(this.values, pointer);
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
    this.#unplaced = new Map();
  }

  /** What would be sent, and what is wrong with it. Validates once for each change. */
  check(): CheckedData {
    this.#checked ??= this.#checkOnce();
    const { data, violations } = this.#checked;
    return { data, violations: violations.filter(({ pointer }) => !this.#isLeftToProxy(pointer)) };
  }

  /** @param missing - default: how many required fields the current values lack */
  counts(missing = missingIn(this.check().violations).length): FieldCounts {
    const fields = allValueNodes(this.#asked).filter(({ node, value, isTouched }) => {
      const isPrefilled = node.schema.readOnly === true && value !== undefined && !isTouched;
      return isField(node) && !node.isSilent && !isPrefilled;
    });
    const required = fields.filter(({ isRequired }) => isRequired).length;
    return { fields: fields.length, required, missing };
  }

  /**
   * An optional object or list that the candidate left as it was is not sent where a rule forbids it, and one
   * without an answer, beside its constants, only where a rule demands it.
   */
  #checkOnce(): CheckedData {
    const untouched = allValueNodes(this.#asked).filter((each) => this.#isUntouched(each));
    const first = this.#checkWithout(
      untouched.filter((each) => isUnanswered(each) && !this.#isPrefilled(each)),
    );
    const hasValues = untouched.some((each) => !fieldsIn(each).every(isEmpty));
    if (first.violations.length === 0 || !hasValues) return first;
    const others = [[], untouched].map((left) => this.#checkWithout(left));
    const count = ({ violations }: CheckedData) => violations.length;
    return [first, ...others].toSorted((one, other) => count(one) - count(other))[0] ?? first;
  }

  #checkWithout(left: readonly ValueNode[]): CheckedData {
    const data = answersIn(this.#asked, (asked) => left.includes(asked));
    const violations = this.#validate(data);
    // An optional object with `country: 'PE'`, its default, that lacks its required `street`.
    const incomplete = this.#untouchedAround(violations);
    if (incomplete.every((each) => left.includes(each))) return { data, violations };
    return this.#checkWithout([...left, ...incomplete]);
  }

  /** Whether a value may be the name of a city that only the proxy can replace by its code. */
  #isLeftToProxy(pointer: string): boolean {
    const { node, value } = this.valueNodeAt(pointer) ?? {};
    if (node?.kind !== 'leaf' || typeof value !== 'string' || node.schema.enum) return false;
    return this.#textKind(pointer, node) === 'city' && !this.#options.hasCities?.(pointer);
  }

  #textKind(pointer: string, { schema }: QuestionNode): TextKind {
    return textKind(pointer, schema, (text) => this.accepts(schema, text));
  }

  /** The outermost untouched objects and lists around violations. */
  #untouchedAround(violations: readonly FormViolation[]): ValueNode[] {
    return violations.flatMap(({ pointer }) => {
      const around = [...pointersAround(pointer), pointer].map((each) => this.valueNodeAt(each));
      return around.find((asked) => asked && this.#isUntouched(asked)) ?? [];
    });
  }

  #isPrefilled({ pointer }: ValueNode): boolean {
    const { 'x-prefilled': prefilled = [] } = this.#options.schema;
    return prefilled.includes(fromPointer(pointer)[0] ?? '');
  }

  /** Whether an optional object or list holds only constants and defaults. */
  #isUntouched(asked: ValueNode): boolean {
    const isLeft = (each: ValueNode): boolean => {
      if (each.isTouched) return isField(each.node) && each.value === undefined;
      if (each.children.size > 0) return [...each.children.values()].every(isLeft);
      return each.node.isSilent || isEmpty(each) || !this.#isPrefilled(each);
    };
    const mayBeLeft = !asked.isRequired || asked.node.isNullable;
    return mayBeLeft && !isField(asked.node) && isLeft(asked);
  }

  #validate(values: FormData): FormViolation[] {
    const relevant = relevantErrors(
      this.#errorsIn(values),
      ({ pointer, union }) => this.valueNodeAt(pointer)?.node.decided.get(union.key)?.index,
    ).map((error) => this.#asksToChoose(error, values) ?? error);
    return withDateFaults(violationsOf(relevant, values), this.#dateFaults(values));
  }

  /** Where a union fails because the candidate has not chosen a branch, the error that asks for the choice. */
  #asksToChoose(error: CheckError, values: FormData): CheckError | undefined {
    const { keyword, instancePath } = error;
    const { schemas } = this.#questions;
    const value = valueAt(values, instancePath);
    const decided = [...(this.valueNodeAt(instancePath)?.node.decided ?? [])];
    const unchosen = decided.filter(
      ([, each]) => each.keyword === keyword && each.index === NO_BRANCH,
    );
    const [, own] = unchosen.find(([key]) => !schemas.isValid({ [keyword]: key }, value)) ?? [];
    if (own === undefined) return undefined;
    const { by } = own;
    const params = 'field' in by ? { missingProperty: by.field } : { choice: by.choice };
    return { ...error, keyword: 'required', params };
  }

  #errorsIn(values: FormData): CheckError[] {
    const { schema, onBroken } = this.#options;
    try {
      return [...check(schema, values), ...this.#branchErrors(values)];
    } catch (error) {
      onBroken(error);
      return [];
    }
  }

  /** What the branches on the screen demand: the values may be valid in others, too. */
  #branchErrors(values: FormData): CheckError[] {
    return allValueNodes(this.#asked).flatMap(({ node, pointer }) => {
      const value = valueAt(values, pointer);
      // `null` may be the empty answer of a nullable question.
      if (node.decided.size === 0 || value === undefined || value === null) return [];
      return [...node.decided].flatMap(([branches, { index }]) => {
        const branch = branches[index];
        return isSchema(branch) ? check(branch, value, this.#options.schema, pointer) : [];
      });
    });
  }

  /** What is wrong with the texts of dates and times, whatever their schemas say. */
  #dateFaults(values: FormData): Map<string, DateFault> {
    const faults = new Map<string, DateFault>();
    for (const { node, pointer } of allValueNodes(this.#asked)) {
      const { schema } = node;
      const value = valueAt(values, pointer);
      if (node.kind !== 'leaf' || typeof value !== 'string' || schema.enum !== undefined) continue;
      const fault = FAULTS[this.#textKind(pointer, node)]?.(value);
      if (fault) faults.set(pointer, fault);
    }
    return faults;
  }
}

const isEmpty = ({ value }: ValueNode): boolean =>
  value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const fieldsIn = (asked: ValueNode): ValueNode[] =>
  allValueNodes(asked).filter(({ node }) => isField(node));

/** Whether an object or list has no answer. One of nothing but constants needs none. */
function isUnanswered(asked: ValueNode): boolean {
  const fields = fieldsIn(asked);
  const questions = fields.filter(({ node }) => !node.isSilent);
  const isConstant = fields.length > 0 && questions.length === 0;
  return !isConstant && questions.every(isEmpty);
}
