import { type Answer, ANYTHING, keyOf } from './answers.ts';
import { dataOf, keysOf, valueAt } from './data.ts';
import type { Field, Form, Schema, Segment } from './form.ts';
import type { Json } from './json.ts';
import { lenientValidatorOf, type Validate, validatorOf } from './validators.ts';

/** What must hold for one form, decided from the schema and the screen alone. */
export class Judge {
  readonly #form: Form;
  readonly #isValid: Validate;
  readonly #conditions = new Map<Schema, Validate>();

  constructor(form: Form) {
    this.#form = form;
    this.#isValid = (form.foreign ? lenientValidatorOf : validatorOf)(form.schema);
  }

  /** The questions on the screen that are asked now; the others' answers are withdrawn. */
  asked(answers: readonly Answer[]): readonly Answer[] {
    let asked = answers;
    for (;;) {
      const data = dataOf(asked);
      const next = asked.filter(({ field, entry }) => this.#isAsked(field, entry, data) !== false);
      if (next.length === asked.length) return asked;
      asked = next;
    }
  }

  /**
   * What is wrong with the questions on the screen; empty: they are those that are asked.
   *
   * @param isShown - see {@link Screens.isShown}
   */
  wrongQuestions(
    answers: readonly Answer[],
    isShown: (field: Field) => boolean,
  ): { what: string; field: Field }[] {
    const asked = this.asked(answers);
    const data = dataOf(asked);
    const keys = new Set(answers.map(keyOf));
    const extra = answers.filter((each) => each.controls.length > 0 && !asked.includes(each));
    const expected = this.#form.fields.filter(
      (field) => field.when && !field.isSilent && field.title !== '' && isShown(field),
    );
    const isMissing = (field: Field) =>
      entriesAround(field.path, answers).some(
        (entry) => !keys.has(keyOf({ field, entry })) && this.#isAsked(field, entry, data) === true,
      );
    return [
      ...extra.map(({ field }) => ({ what: 'asked although it does not apply', field })),
      ...expected
        .filter(isMissing)
        .map((field) => ({ what: 'not asked although it applies', field })),
    ];
  }

  #isAsked({ when }: Field, entry: readonly number[], data: Json): boolean | undefined {
    return when?.every(({ at, schema }) =>
      this.#holds(schema, valueAt(data, at, entry) ?? (at.length === 0 ? data : {})),
    );
  }

  #holds(schema: Schema, data: Json): boolean {
    const validate = this.#conditions.get(schema) ?? validatorOf(schema);
    this.#conditions.set(schema, validate);
    return validate(data);
  }

  isValid(data: Json): boolean {
    return this.#isValid(data);
  }

  /**
   * Whether the form must accept these answers. `undefined` where that depends on how empty groups, empty
   * entries, and constants are sent, which the schema leaves open, on a branch of an optional group, or on what
   * the chosen branch demands: the answers may fit another one.
   */
  mustAccept(asked: readonly Answer[], touched: ReadonlySet<string>): boolean | undefined {
    const isTouched = ({ title = '' }) => touched.has(title);
    if (asked.some(({ field }) => field.optional?.some(isTouched))) return undefined;
    const isDemanded = ({ field, value }: Answer) =>
      field.when === undefined && (value === undefined || !this.#holds(field.schema, value));
    if (asked.some(isDemanded)) return undefined;
    const answered = dataOf(asked);
    const variants = [answered, this.#withConstants(answered), dataOf(withEntries(asked))];
    const verdicts = new Set(variants.map((data) => this.#isValid(data)));
    return verdicts.size === 1 ? verdicts.has(true) : undefined;
  }

  #withConstants(data: Json): Json {
    const copy = structuredClone(data);
    for (const { kind, path, schema, when } of this.#form.fields) {
      const value = (schema.const ?? schema.default) as Json | undefined;
      if (kind !== 'constant' || value === undefined || when === undefined) continue;
      const parent = valueAt(copy, path.slice(0, -1), []);
      const name = path.at(-1);
      if (path.includes('*') || typeof name !== 'string') continue;
      if (typeof parent === 'object' && parent !== null && !Array.isArray(parent))
        parent[name] = value;
    }
    return copy;
  }

  /**
   * How the data that was sent differs from the answers; `undefined`: not at all.
   *
   * @param touched - titles of groups in which the candidate has chosen a branch
   */
  difference(
    asked: readonly Answer[],
    sent: Json,
    touched: ReadonlySet<string>,
  ): Difference | undefined {
    const expected = leavesOf(dataOf(asked), this.#form);
    const received = leavesOf(sent, this.#form);
    for (const [pointer, leaf] of received) {
      const own = expected.get(pointer);
      if (own === undefined && !this.#isSilent(leaf))
        return { what: 'sent but not shown', ...leaf };
      const isShown = this.#form.foreign ? isAlike : isSame;
      if (own !== undefined && !isShown(own.value, leaf.value))
        return { what: 'sent otherwise than shown', ...leaf, shown: own.value };
    }
    // What is left open may be a choice, which the answers do not show.
    const isOpen = !this.#isValid(dataOf(asked));
    for (const [pointer, leaf] of expected)
      if (!received.has(pointer) && !mayBeLeftOut(leaf, asked, touched, isOpen))
        return { what: 'shown but not sent', ...leaf };
    return undefined;
  }

  #isSilent({ field, value, path }: Leaf): boolean {
    const { foreign } = this.#form;
    return (
      foreign?.isSilent(path) === true ||
      field?.isSilent === true ||
      (field?.mayBeNull === true && value === null)
    );
  }
}

interface Leaf {
  path: readonly (string | number)[];
  value: Json;
  field: Field | undefined;
}

export interface Difference extends Leaf {
  what: string;
  shown?: Json;
}

function isSame(one: Json | undefined, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The same in another notation: files and phone numbers are sent with more than the screen shows. */
function isAlike(shown: Json, sent: Json): boolean {
  if (shown === ANYTHING || isSame(shown, sent)) return true;
  if (typeof sent !== 'string') return false;
  const [text, digits] = [String(shown), String(shown).replaceAll(/\D/g, '')];
  const isPart = sent.endsWith(text) || sent.startsWith(text);
  return isPart || (digits !== '' && sent.replaceAll(/\D/g, '').endsWith(digits));
}

/** The answers, and an empty value for each list entry on the screen. */
function withEntries(asked: readonly Answer[]): Answer[] {
  return asked.flatMap((answer) => {
    const { path } = answer.field;
    const last = path.findLastIndex((segment) => typeof segment === 'number' || segment === '*');
    if (answer.value !== undefined || last === -1) return [answer];
    // Where `null` is an option, an empty entry is none of them.
    const empty = answer.field.options?.some(([, each]) => each === null) ? ANYTHING : null;
    const value = last === path.length - 1 ? empty : {};
    return [{ ...answer, field: { ...answer.field, path: path.slice(0, last + 1) }, value }];
  });
}

/** An optional group or list that only the schema has answered, and not completely. */
function mayBeLeftOut(
  { field, path }: Leaf,
  asked: readonly Answer[],
  touched: ReadonlySet<string>,
  isOpen: boolean,
): boolean {
  return (field?.optional ?? []).some(({ depth, title = '' }) => {
    const isInside = (each: Answer) =>
      isSame(keysOf(each.field.path, each.entry).slice(0, depth), path.slice(0, depth));
    const values = asked.filter(isInside).map(({ value, field: own }) => ({ value, own }));
    const isLeft = values.every(({ value, own }) =>
      [undefined, own.initial, own.schema.default].some((other) => isSame(value, other)),
    );
    const isIncomplete = isOpen || values.some(({ value }) => value === undefined);
    return isLeft && isIncomplete && !touched.has(title);
  });
}

/** The values of questions in some data by their pointer; `null` is no answer of a list entry. */
function leavesOf(data: Json, { fields }: Form): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const collect = (value: Json | undefined, path: Leaf['path']) => {
    const field = fields.find((each) => isAt(each.path, path));
    const hasNull = field?.options?.some(([, each]) => each === null) === true;
    const isEmptyEntry = value === null && typeof path.at(-1) === 'number' && !hasNull;
    if (value === undefined || isEmptyEntry || (Array.isArray(value) && value.length === 0)) return;
    // Several options have no order.
    const settled = field?.kind === 'several' && Array.isArray(value) ? value.toSorted() : value;
    if (field !== undefined || typeof value !== 'object' || value === null)
      leaves.set(`/${path.join('/')}`, { path, value: settled, field });
    else if (Array.isArray(value))
      for (const [index, each] of value.entries()) collect(each, [...path, index]);
    else for (const [name, each] of Object.entries(value)) collect(each, [...path, name]);
  };
  collect(data, []);
  return leaves;
}

/** Whether a path fits a pattern. */
function isAt(pattern: readonly Segment[], path: readonly Segment[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, at) =>
      segment === '*' ? typeof path[at] === 'number' : segment === path[at],
    )
  );
}

/** The entries of the lists around a question that are on the screen. */
function entriesAround(path: readonly Segment[], answers: readonly Answer[]): number[][] {
  const steps = path.flatMap((segment, at) =>
    segment === '*' || typeof segment === 'number' ? [at] : [],
  );
  const last = steps.at(-1);
  if (last === undefined) return [[]];
  const around = path.slice(0, last + 1);
  const found = answers.filter(({ field }) =>
    around.every((segment, at) => field.path[at] === segment),
  );
  const entries = found.map(({ entry }) => entry.slice(0, steps.length));
  return [...new Map(entries.map((entry) => [entry.join(' '), entry])).values()];
}
