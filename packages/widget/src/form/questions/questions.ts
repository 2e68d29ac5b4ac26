import type { RJSFSchema } from '@rjsf/utils';
import { memoized, targetIn } from '../../validation/json.ts';
import type { CheckError } from '../../validation/run.ts';
import { check, isValid } from '../../validation/validator.ts';
import { EntryKeys } from '../entry-keys.ts';
import { merge, type QuestionNode } from './merge.ts';
import { resolveParts } from './resolve-parts.ts';
import {
  isSchema,
  NEVER,
  type Normal,
  normalize,
  type Schema,
  type SchemaSource,
  type Union,
} from './schema.ts';

/** How much an error suggests that a value belongs to another branch, which a constant tells apart. */
export const DISTANCES: Readonly<Record<string, number>> = {
  'false schema': 10_000,
  const: 1_000,
  enum: 100,
  type: 10,
};

/** The distance of a value from a branch for another type. */
const OTHER_KIND = 100_000;

/** The JSON Pointer of a value that does not exist. */
const NOWHERE = '?';

/** A question of the form: the schemas that a value must satisfy. */
interface Question {
  sources: readonly unknown[];
  /** Its nodes, by the parts that apply. */
  nodes: Interned<QuestionNode>;
}

/**
 * Decides what a form asks: for each value, resolves references, conditions, and branches against the
 * data. What is rendered, sent, required, and counted, and where errors are shown, derives from it.
 */
export class Questions implements SchemaSource {
  /** The number of the question that asks for the whole form. */
  readonly root: number;
  readonly #schema: Schema;
  readonly #entries: EntryKeys;
  readonly #questions: Question[] = [];
  readonly #ids = new Interned<number>();
  /** Index of the chosen branch, by place and union. */
  readonly #chosen = new Map<string, Map<Union['key'], number>>();
  /** Places of what the candidate has changed, or chosen a branch for. */
  readonly #touched = new Set<string>();

  constructor(root: object, entries = new EntryKeys()) {
    this.#schema = root as Schema;
    this.#entries = entries;
    this.root = this.ask([root]);
  }

  /** What is asked for the value at a JSON Pointer. The same object while nothing changes. */
  resolve(id: number, value: unknown, pointer: string): QuestionNode {
    const question = this.#questions[id];
    if (question === undefined) throw new Error(`There is no question ${id}`);
    const found = resolveParts(this, question.sources, value, pointer);
    const key = [...found.parts.map(({ schema }) => schema), ...found.choices];
    return question.nodes.at(key, () => merge(found, this));
  }

  chosen(pointer: string, union: Union['key']): number | undefined {
    return this.#chosen.get(this.#entries.placeOf(pointer))?.get(union);
  }

  /** The candidate chooses a branch, which is an answer. */
  choose(pointer: string, union: Union['key'], index: number): void {
    this.touch(pointer);
    this.#setChoice(pointer, union, index);
  }

  /** The candidate changes the value at a JSON Pointer. */
  touch(pointer: string): void {
    this.#touched.add(this.#entries.placeOf(pointer));
  }

  /** Chooses a branch, unless one is chosen. */
  keepChoice(pointer: string, union: Union['key'], index: number): void {
    if (this.chosen(pointer, union) === undefined) this.#setChoice(pointer, union, index);
  }

  /** Whether the candidate has changed a value, or chosen a branch for it. */
  isTouched(pointer: string): boolean {
    return this.#touched.has(this.#entries.placeOf(pointer));
  }

  #setChoice(pointer: string, union: Union['key'], index: number): void {
    const place = this.#entries.placeOf(pointer);
    this.#chosen.set(place, new Map(this.#chosen.get(place)).set(union, index));
  }

  /** The choices at a JSON Pointer; another object after each change. */
  choicesAt(pointer: string): unknown {
    return this.#chosen.get(this.#entries.placeOf(pointer));
  }

  /** Forgets all choices: the data decides again. */
  forgetChoices(): void {
    this.#chosen.clear();
    this.#touched.clear();
  }

  isValid(schema: Schema, value: unknown): boolean | undefined {
    try {
      return isValid(schema, value, this.#schema);
    } catch {
      return undefined;
    }
  }

  distance(schema: Schema, value: unknown): number {
    const weightOf = ({ keyword, instancePath }: CheckError) => {
      const isOtherKind = keyword === 'type' && instancePath === '';
      return isOtherKind ? OTHER_KIND : (DISTANCES[keyword] ?? 1);
    };
    const weights = check(schema, value, this.#schema).map(weightOf);
    return weights.reduce((sum, weight) => sum + weight, 0);
  }

  readonly normal = memoized((schema: Schema): Normal => normalize(schema, this.deref));

  readonly deref = (schema: Schema): Schema => {
    const { $ref: _ref, ...beside } = schema;
    const target = this.target(schema);
    return target === undefined ? schema : { ...this.deref(target), ...beside };
  };

  target({ $ref }: Schema): Schema | undefined {
    const target = targetIn(this.#schema, $ref);
    return isSchema(target) ? target : undefined;
  }

  /** The number of the question with these schemas. */
  readonly ask = (sources: readonly unknown[]): number => {
    const schemas = sources.map((source) => (source === false ? NEVER : source)).filter(isSchema);
    return this.#ids.at(schemas, () => {
      return this.#questions.push({ sources: schemas, nodes: new Interned() }) - 1;
    });
  };

  /** What a list shows of the question of its entries, whatever their values are. */
  readonly layout = (id: number): RJSFSchema => {
    const { kind, schema, title, choices } = this.resolve(id, undefined, NOWHERE);
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
