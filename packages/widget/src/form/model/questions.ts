import type { RJSFSchema } from '@rjsf/utils';
import type { FormSchema } from 'precandidate-contract';
import { fromPointer, memoized } from '../../validation/json.ts';
import { EntryKeys } from './entry-keys.ts';
import { questionNodeOf } from './merge-parts.ts';
import type { Question, QuestionNode, Source } from './question-node.ts';
import { resolveParts } from './resolve-parts.ts';
import { SchemaReader, isSchema, NEVER, type Union } from './schema.ts';

/** The JSON Pointer of a value that does not exist. */
const NOWHERE = '?';

/**
 * Decides what a form asks: for each value, resolves references, conditions, and branches against the
 * data. What is rendered, sent, required, and counted, and where errors are shown, derives from it.
 */
export class Questions {
  /** Asks for the whole form. */
  readonly root: Question;
  readonly schemas: SchemaReader;
  /** Two upper-case letters; `null` when unknown. */
  readonly country: string | null;
  readonly #entries: EntryKeys;
  readonly #questions = new Interned<Question>();
  /** The nodes of a question, by the parts that apply. */
  readonly #nodesOf = memoized((_question: Question) => new Interned<QuestionNode>());
  /** Index of the chosen branch, by place and union. */
  readonly #chosen = new Map<string, Map<Union['key'], number>>();
  /** Places of what the candidate has changed, or chosen a branch for. */
  readonly #touched = new Set<string>();
  /** Names of the fields that the host gave. */
  readonly #prefilled: ReadonlySet<string>;

  constructor(root: object, entries = new EntryKeys(), country: string | null = null) {
    const { 'x-prefilled': prefilled } = root as Pick<FormSchema, 'x-prefilled'>;
    this.#prefilled = new Set(prefilled);
    this.schemas = new SchemaReader(root);
    this.#entries = entries;
    this.country = country;
    this.root = this.ask([{ schema: root }]);
  }

  /** The same decisions about another schema of the same values. */
  of(root: object): Questions {
    const other = new Questions(root, this.#entries, this.country);
    for (const [place, chosen] of this.#chosen) other.#chosen.set(place, new Map(chosen));
    for (const place of this.#touched) other.#touched.add(place);
    return other;
  }

  /** What is asked for the value at a JSON Pointer. The same object while nothing changes. */
  resolve(question: Question, value: unknown, pointer: string): QuestionNode {
    const chosen = this.#chosen.get(this.placeOf(pointer));
    const found = resolveParts(this.schemas, question.sources, value, chosen);
    const key = [...found.parts.map(({ schema }) => schema), ...found.choices];
    return this.#nodesOf(question).at(key, () => questionNodeOf(question, found, this));
  }

  /** Whether the schemas of a question accept a value. */
  accepts({ sources }: Question, value: unknown): boolean {
    return sources.every(({ schema }) => this.schemas.accepts(schema, value));
  }

  /** Whether the host gave the value at a JSON Pointer, or the object or list around it. */
  isPrefilled(pointer: string): boolean {
    return this.#prefilled.has(fromPointer(pointer)[0] ?? '');
  }

  /** The candidate chooses a branch, which is an answer. */
  choose(pointer: string, union: Union['key'], index: number): void {
    this.touch(pointer);
    this.decide(pointer, union, index);
  }

  /** The candidate changes the value at a JSON Pointer. */
  touch(pointer: string): void {
    this.#touched.add(this.placeOf(pointer));
  }

  /** A value belongs to its source again. */
  untouch(pointer: string): void {
    this.#touched.delete(this.placeOf(pointer));
  }

  /** Forgets what the candidate did in a value. */
  forget(pointer: string): void {
    const place = this.placeOf(pointer);
    const isInside = (each: string) => each === place || each.startsWith(`${place}/`);
    for (const each of this.#touched) if (isInside(each)) this.#touched.delete(each);
    for (const each of this.#chosen.keys()) if (isInside(each)) this.#chosen.delete(each);
  }

  /**
   * Whether a condition or branch asks another question under the name of the one before: nothing of the schema
   * asks both, and they have different titles or descriptions.
   */
  isReplaced(before: { question: Question; node: QuestionNode }, question: Question): boolean {
    const isShared = before.question.sources.some(({ schema }) =>
      question.sources.some((source) => source.schema === schema),
    );
    if (isShared) return false;
    const { title, description } = this.resolve(question, undefined, NOWHERE);
    return before.node.title !== title || before.node.description !== description;
  }

  /** Chooses a branch, unless one is chosen. */
  keepChoice(pointer: string, union: Union['key'], index: number): void {
    const chosen = this.#chosen.get(this.placeOf(pointer));
    if (chosen?.has(union) !== true) this.decide(pointer, union, index);
  }

  /** See {@link EntryKeys.placeOf}. */
  placeOf(pointer: string): string {
    return this.#entries.placeOf(pointer);
  }

  /** Whether the candidate has changed a value, or chosen a branch for it. */
  isTouched(pointer: string): boolean {
    return this.#touched.has(this.placeOf(pointer));
  }

  /** A branch is chosen, whoever did it. */
  decide(pointer: string, union: Union['key'], index: number): void {
    const place = this.placeOf(pointer);
    const chosen = this.#chosen.get(place) ?? new Map<Union['key'], number>();
    this.#chosen.set(place, chosen.set(union, index));
  }

  /** Forgets all choices: the data decides again. */
  forgetChoices(): void {
    this.#chosen.clear();
    this.#touched.clear();
  }

  /** The question with these schemas. */
  readonly ask = (given: readonly Source<unknown>[]): Question => {
    const sources = given
      .map((source) => (source.schema === false ? { ...source, schema: NEVER } : source))
      .filter((source): source is Source => isSchema(source.schema));
    const schemas = sources.map(({ schema }) => schema);
    return this.#questions.at(schemas, () => ({ sources }));
  };

  /** What a list shows of the question of its entries, whatever their values are. */
  readonly layout = (question: Question): RJSFSchema => {
    const { kind, schema, title, choices } = this.resolve(question, undefined, NOWHERE);
    const { type, description } = schema;
    const isPlain = kind === 'leaf' && choices.length === 0;
    return isPlain ? schema : ({ type, title, description } as RJSFSchema);
  };
}

/** A map whose keys are lists of objects, compared one by one. */
class Interned<Value> {
  readonly #next = new WeakMap<object, Interned<Value>>();
  #own: { value: Value } | undefined;

  /** The value of a list; computed at first. */
  at(key: readonly object[], compute: () => Value): Value {
    const found = key.reduce<Interned<Value>>((node, part) => node.#after(part), this);
    found.#own ??= { value: compute() };
    return found.#own.value;
  }

  #after(part: object): Interned<Value> {
    const next = this.#next.get(part) ?? new Interned<Value>();
    this.#next.set(part, next);
    return next;
  }
}
