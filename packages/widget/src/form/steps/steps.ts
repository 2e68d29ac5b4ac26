import type { AskedForm } from '../asked-form/asked-form.ts';
import { encodeName } from '../asked-form/names.ts';
import type { FieldStore } from '../field-store.ts';
import { fromPointer } from '../../validation/json.ts';
import type { FormViolation } from '../model/violations.ts';
import {
  CHECK,
  choiceItem,
  type Step,
  type StepPlace,
  stepsOf,
  type StepsOption,
} from './step-list.ts';

/** What the browser's history keeps of a step. */
const HISTORY = 'precandidateStep';

interface StepsOptions {
  askedForm: AskedForm;
  store: FieldStore;
  option: StepsOption | undefined;
  /** Another step is shown. Counts from 1; the check is the last. */
  onStep: (step: number, steps: number) => void;
}

/** The steps of a form, of which one is on the screen. Without the option `steps`, everything is. */
export class Steps {
  readonly #options: StepsOptions;
  #list: { of: object | undefined; steps: Step[] } | undefined;

  constructor(options: StepsOptions) {
    this.#options = options;
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
    return !this.isEnabled || this.#stepOf(pointer, choice) === (this.current?.id ?? CHECK);
  }

  /** Shows the step of a field. */
  openField(pointer: string, choice?: string): void {
    if (this.isEnabled)
      this.#show({ id: this.#stepOf(pointer, choice), isChanging: this.#hasChecked });
  }

  /** Shows the step after the current one, or the check if the candidate came from there. */
  next(): void {
    const { list, current } = this;
    if (current === undefined) return;
    const following = list[list.indexOf(current) + 1];
    const isChanging = this.#hasChecked;
    const id = isChanging || following === undefined ? CHECK : following.id;
    this.#show({ id, isChanging });
    history.pushState({ ...(history.state as object | null), [HISTORY]: id }, '');
  }

  back(): void {
    const { list, number } = this;
    const before = list[number - 2];
    if (before) this.#show({ id: before.id, isChanging: this.#hasChecked });
  }

  /** The page's history has moved. Returns whether the form shows another step now. */
  moved(state: unknown): boolean {
    if (!this.isEnabled) return false;
    const { [HISTORY]: id = this.list[0]?.id } = (state ?? {}) as { [HISTORY]?: string };
    const isStep = id === CHECK || this.list.some((step) => step.id === id);
    if (id === undefined || !isStep || id === (this.current?.id ?? CHECK)) return false;
    this.#show({ id, isChanging: this.#hasChecked });
    return true;
  }

  restore(place: StepPlace | undefined): void {
    this.#options.store.update({ step: place });
  }

  get #hasChecked(): boolean {
    return this.#place?.id === CHECK || this.#place?.isChanging === true;
  }

  #show(place: StepPlace): void {
    this.#options.store.update({ step: place });
    this.#options.onStep(this.number, this.count);
  }

  #stepOf(pointer: string, choice: string | undefined): string {
    const [name] = fromPointer(pointer);
    const item = name === undefined ? choice && choiceItem(choice) : encodeName(name);
    return this.list.find(({ items }) => item !== undefined && items.has(item))?.id ?? CHECK;
  }
}
