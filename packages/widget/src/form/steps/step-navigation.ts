import type { AskedForm } from '../asked-form/asked-form.ts';
import { encodeName } from '../asked-form/field-info.ts';
import type { FieldStore } from '../field-store.ts';
import { fromPointer } from '../../validation/json.ts';
import type { FormViolation } from '../model/violations.ts';
import { listen } from '../page.ts';
import {
  CHECK,
  choiceItem,
  type Step,
  type StepPlace,
  stepsOf,
  type StepsOption,
} from './step-list.ts';

/** Under this name, each entry of the browser's history keeps the step of every form in the page. */
const HISTORY = 'precandidateSteps';

/** The names of the forms that follow the history. */
const followers = new Set<string>();

interface StepsOptions {
  askedForm: AskedForm;
  store: FieldStore;
  option: StepsOption | undefined;
  /** Tells the form from others in the page's history. */
  formName: string;
  /** Another step is shown. Counts from 1; the check is the last. */
  onStep: (step: number, steps: number) => void;
}

/** The steps of a form, of which one is on the screen. Without the option `steps`, everything is. */
export class StepNavigation {
  readonly #options: StepsOptions;
  /** The name of the form; of its second element in the page, another one. */
  #name: string;
  #list: { of: object | undefined; steps: Step[] } | undefined;

  constructor(options: StepsOptions) {
    this.#options = options;
    this.#name = options.formName;
  }

  /** Follows the page's history. Returns a function that ends this. */
  follow(onMove: (state: unknown) => void): () => void {
    while (followers.has(this.#name)) this.#name += '+';
    followers.add(this.#name);
    const stop = listen(window, { popstate: ({ state }: PopStateEvent) => onMove(state) });
    return () => {
      stop();
      followers.delete(this.#name);
    };
  }

  get isEnabled(): boolean {
    return this.#options.option !== undefined && this.list.length > 1;
  }

  /** Without the check. */
  get list(): readonly Step[] {
    const { option, askedForm } = this.#options;
    const { root } = askedForm;
    if (option === undefined) return [];
    // What is asked decides, not the values.
    if (this.#list === undefined || this.#list.of !== root?.info)
      this.#list = { of: root?.info, steps: stepsOf(root, option) };
    return this.#list.steps;
  }

  /** The step on the screen; `undefined` for the check, and in a form without steps. */
  get current(): Step | undefined {
    const { list } = this;
    const place = this.#place;
    if (!this.isEnabled || place?.id === CHECK) return undefined;
    return list.find(({ id }) => id === place?.id) ?? list[0];
  }

  get isCheck(): boolean {
    return this.isEnabled && this.#place?.id === CHECK;
  }

  /** Of the current step, from 1. */
  get number(): number {
    const { current, list } = this;
    return current === undefined ? list.length + 1 : list.indexOf(current) + 1;
  }

  get count(): number {
    return this.list.length + 1;
  }

  get place(): StepPlace | undefined {
    return this.isEnabled ? this.#place : undefined;
  }

  get #place(): StepPlace | undefined {
    return this.#options.store.state.step;
  }

  /** Whether a top-level field is on the screen. */
  hasField(name: string): boolean {
    return !this.isEnabled || this.current?.items.has(name) === true;
  }

  /** Whether the choice between branches of the whole form is on the screen. */
  hasChoice(name: string): boolean {
    return this.hasField(choiceItem(name));
  }

  /** Whether an error belongs to the current step. The check shows those that belong to none. */
  hasError({ pointer, params }: Pick<FormViolation, 'pointer' | 'params'>): boolean {
    const choice = params.choice as string | undefined;
    return !this.isEnabled || this.#stepOf(pointer, choice) === this.#shownId;
  }

  /** Whether a top-level field, or a choice between branches of the whole form, is on a step after the current one. */
  isLater(item: string): boolean {
    return this.list.slice(this.number).some(({ items }) => items.has(item));
  }

  /** Shows the step of a field. */
  openField(pointer: string, choice?: string): void {
    if (this.isEnabled) this.#open(this.#stepOf(pointer, choice));
  }

  /**
   * Shows the step after the current one, or the check if the candidate came from there.
   *
   * @param isComplete - nothing is missing or wrong in the whole form: a change may have added questions
   */
  next(isComplete: boolean): void {
    const { list, current } = this;
    if (current === undefined) return;
    const following = list[list.indexOf(current) + 1];
    const isChecked = this.#hasChecked && isComplete;
    this.#open(isChecked || following === undefined ? CHECK : following.id);
  }

  back(): void {
    const before = this.list[this.number - 2];
    if (before) this.#open(before.id);
  }

  /** Shows the first step. */
  reset(): void {
    this.#show(undefined);
  }

  /** The page's history has moved. Returns whether the form shows another step now. */
  moved(state: unknown): boolean {
    // Other entries are the page's own, or another form's.
    const id = stepsIn(state)[this.#name];
    const isStep = id === CHECK || this.list.some((step) => step.id === id);
    if (!this.isEnabled || id === undefined || !isStep || id === this.#shownId) return false;
    this.#show({ id, isChanging: this.#hasChecked });
    return true;
  }

  restore(place: StepPlace | undefined): void {
    this.#options.store.update({ step: place });
  }

  get #hasChecked(): boolean {
    return this.#place?.id === CHECK || this.#place?.isChanging === true;
  }

  get #shownId(): string {
    return this.current?.id ?? CHECK;
  }

  /** Shows a step, and adds it to the page's history. */
  #open(id: string): void {
    const before = this.#shownId;
    this.#show({ id, isChanging: this.#hasChecked });
    if (this.#shownId === before) return;
    const state = history.state as object | null;
    const entryOf = (step: string) => ({
      ...state,
      [HISTORY]: { ...stepsIn(state), [this.#name]: step },
    });
    // The page may have been opened there.
    history.replaceState(entryOf(before), '');
    history.pushState(entryOf(id), '');
  }

  #show(place: StepPlace | undefined): void {
    const before = this.#shownId;
    this.#options.store.update({ step: place });
    if (this.isEnabled && this.#shownId !== before) this.#options.onStep(this.number, this.count);
  }

  #stepOf(pointer: string, choice: string | undefined): string {
    const [name] = fromPointer(pointer);
    const item = name === undefined ? choice && choiceItem(choice) : encodeName(name);
    return this.list.find(({ items }) => item !== undefined && items.has(item))?.id ?? CHECK;
  }
}

/** The steps in an entry's state, by the name of their form. */
function stepsIn(state: unknown): Record<string, string> {
  const { [HISTORY]: steps = {} } = (state ?? {}) as { [HISTORY]?: Record<string, string> };
  return steps;
}
