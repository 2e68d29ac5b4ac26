import type { Questions } from './questions.ts';
import { allValueNodes, isDefaultOf, isField, type ValueNode } from './value-nodes.ts';

/** An answer that comes back. */
export interface ReturnedAnswer {
  pointer: string;
  value: unknown;
  /** JSON Pointers of what the candidate had changed in it. */
  touched: readonly string[];
}

/**
 * What the candidate gave to questions that a condition or branch has taken away. An answer comes back with its
 * question, so that a wrong choice costs nobody what they typed. Until then, it is neither sent nor in a draft.
 */
export class LeftAnswers {
  readonly #questions: Questions;
  /** By place, as it was: one for each question that the place has had. */
  readonly #left = new Map<string, ValueNode[]>();

  constructor(questions: Questions) {
    this.#questions = questions;
  }

  /** Keeps what is asked in the form before a change, and not after it. */
  keep(before: ValueNode, after: ValueNode): void {
    for (const left of this.#onlyIn(before, after).filter(isGiven)) {
      const others = this.#at(left.place).filter((each) => this.#isOther(each, left));
      this.#left.set(left.place, [...others, left]);
    }
  }

  /** Gives back the answers to what is asked in the form after a change, and was not before it. */
  giveBack(before: ValueNode, after: ValueNode): ReturnedAnswer[] {
    return this.#onlyIn(after, before).flatMap((asked) => {
      const left = this.#at(asked.place).find((each) => !this.#isOther(each, asked));
      if (left === undefined || !isOpen(asked)) return [];
      const { place, pointer } = asked;
      this.#left.set(
        place,
        this.#at(place).filter((each) => each !== left),
      );
      const touched = allValueNodes(left)
        .filter(({ isTouched }) => isTouched)
        .map((each) => pointer + each.pointer.slice(left.pointer.length));
      return [{ pointer, value: left.value, touched }];
    });
  }

  #at(place: string): readonly ValueNode[] {
    return this.#left.get(place) ?? [];
  }

  /** The fields, whole groups, and whole lists of one form that another does not ask for. */
  #onlyIn(form: ValueNode, other: ValueNode | undefined): ValueNode[] {
    if (form === other) return [];
    if (other === undefined || this.#isOther(form, other)) return [form];
    const others = [...other.children.values()];
    return [...form.children.values()].flatMap((child) => {
      const same = others.find(({ place }) => place === child.place);
      return this.#onlyIn(child, same);
    });
  }

  #isOther(one: ValueNode, { question }: ValueNode): boolean {
    return this.#questions.isReplaced(one, question);
  }
}

/** Whether the candidate has answered. */
const isGiven = (asked: ValueNode): boolean =>
  allValueNodes(asked).some(({ isTouched, value }) => isTouched && value !== undefined);

/** Whether nobody has answered yet. */
const isOpen = (asked: ValueNode): boolean =>
  allValueNodes(asked)
    .filter(({ node }) => isField(node) && !node.isSilent)
    .every(({ node, value }) => value === undefined || isDefaultOf(node, value));
