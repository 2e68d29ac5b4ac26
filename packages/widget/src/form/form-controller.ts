import type { FormData, FormSchema } from 'precandidate-contract';
import type { FormAppOptions } from './form-app-options.ts';
import type { UiSchema as RjsfUiSchema } from '@rjsf/utils';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import type { Messages } from '../i18n/messages.ts';
import { withValueAt } from '../validation/json.ts';
import { AskedForm } from './asked-form/asked-form.ts';
import { FieldStore, languageOf } from './field-store.ts';
import { changesSince, type FormChanges, renderedFields } from './form-changes.ts';
import { FormErrors } from './form-errors.ts';
import { holdInput } from './hold-input.ts';
import { ListEntries } from './list-entries.ts';
import type { FormDraft } from './model/form-draft.ts';
import { type FieldCounts, FormModel, type Restored } from './model/form-model.ts';
import type { Union } from './model/schema.ts';
import {
  CONTROLS,
  focusField,
  IdleWork,
  isTypingElsewhere,
  listen,
  TEXT_CONTROLS,
} from './page.ts';
import type { StepPlace } from './steps/step-list.ts';
import { StepNavigation } from './steps/step-navigation.ts';

/** The inputs of the form's questions. */
const NAMED_CONTROLS = '[name]:not([type=hidden])';

/** What a draft keeps. */
export interface SavedForm extends FormDraft {
  step?: StepPlace | undefined;
}

/** Whether a city is still a name, rather than a UN/LOCODE such as `PE LIM`. */
const isCityName = (value: unknown): boolean =>
  typeof value === 'string' && !/^[A-Z]{2} ?[A-Z2-9]{3}$/.test(value);

/** A form in a page: passes values between the fields, the model, and the element, and shows errors. */
export class FormController {
  readonly model: FormModel;
  readonly store: FieldStore;
  readonly askedForm: AskedForm;
  readonly steps: StepNavigation;
  /** The heading of the step on the screen. */
  readonly stepHeading = createRef<HTMLHeadingElement>();
  readonly errors: FormErrors;
  readonly lists = new ListEntries(this);
  options: FormAppOptions;
  /** What the form holds of a draft. */
  restored: Restored = 'none';
  #container: HTMLElement | undefined;
  #root: Root | undefined;
  #stopListening = (): void => {};
  #releaseInput = (): void => {};
  #stopListeningToHistory = (): void => {};
  /** JSON Pointers of the fields that changed since the form was counted. */
  readonly #uncounted = new Set<string>();
  readonly #counting = new IdleWork(() => this.#notifyCounted());

  /** Needs no page: a server renders forms too. */
  constructor(options: FormAppOptions) {
    this.options = options;
    const { schema, onBroken, messages, localeTag, country } = options;
    this.model = new FormModel({ schema, country, onBroken });
    const language = languageOf(messages, localeTag, country);
    this.store = new FieldStore(this.model.entries, language);
    this.askedForm = new AskedForm({
      model: this.model,
      source: () => this.store.state.language,
      // React's type of `autocomplete` lacks some of HTML's tokens.
      uiSchema: options.uiSchema as RjsfUiSchema | undefined,
    });
    const { steps } = options.uiSchema?.['ui:options'] ?? {};
    this.steps = new StepNavigation({
      askedForm: this.askedForm,
      store: this.store,
      option: steps,
      formName: options.formName,
      onStep: (step, count) => {
        // The press that waits was for the step before.
        this.store.update({ waitsFor: undefined });
        this.options.onStep?.(step, count);
        this.options.onChange();
      },
    });
    this.errors = new FormErrors(this, () => this.#container);
  }

  /** The form is mounted in this element: starts to handle its input. */
  attach(container: HTMLElement, root: Root): void {
    this.#container = container;
    this.#root = root;
    this.setConnected(true);
    const onLeave = ({ target }: FocusEvent) => {
      // Only around a text do corrected errors stay.
      if ((target as Element).matches(TEXT_CONTROLS))
        this.store.textCommits.press.afterwards(() => this.errors.changed());
    };
    // Enter in a field clicks the button, too. A sandboxed frame without `allow-forms` has no submit events.
    const onClick = (event: Event) => {
      if (!(event.target as Element).closest('[part=submit]')) return;
      event.preventDefault();
      this.press();
    };
    const ends = [
      this.store.textCommits.listen(container),
      this.store.choiceCommits.listen(container),
      listen(container, { focusout: onLeave }),
      // In the capture phase, before React: while it dispatches an event, nothing can be rendered.
      listen(
        container,
        { submit: (event: SubmitEvent) => this.#onSubmit(event), click: onClick },
        { capture: true },
      ),
    ];
    this.#stopListening = () => ends.forEach((end) => end());
  }

  /** Removes the form from the page. */
  destroy(): void {
    this.#stopListening();
    this.#releaseInput();
    this.setConnected(false);
    this.#counting.cancel();
    this.store.showPendingErrors();
    this.#root?.unmount();
    this.#container = undefined;
  }

  /** While busy, a submit does nothing, and the fields take no input. */
  setBusy(isBusy: boolean): void {
    this.#releaseInput();
    this.#releaseInput = isBusy && this.#container ? holdInput(this.#container) : () => {};
    this.store.update({ isBusy });
  }

  /** The element was inserted into a page or removed: starts or stops listening to the page. */
  setConnected(isConnected: boolean): void {
    this.#stopListeningToHistory();
    this.#stopListeningToHistory = () => {};
    if (!isConnected) return this.store.textCommits.leavePage();
    this.store.textCommits.enterPage();
    this.#stopListeningToHistory = this.steps.follow((state) => this.#moved(state));
  }

  /** Commits what the fields show. With `keepFocused`, the text of the focused field is not rewritten. */
  commitAll(options?: { keepFocused: boolean }): void {
    this.store.textCommits.commitAll(options);
    this.store.choiceCommits.commitAll();
  }

  /**
   * What to keep for a reload, without text that is not committed. Emptied fields are `undefined`. A file
   * that is still being read keeps its name.
   */
  draft(): SavedForm {
    const { place } = this.steps;
    return { ...this.model.draft(this.store.unread), ...(place && { step: place }) };
  }

  /** Whether nothing is asked, so that there is only a button. */
  get isEmpty(): boolean {
    return this.model.isEmpty;
  }

  /** The candidate has changed the value at a JSON Pointer, which may be an object or array. */
  change(pointer: string, value: unknown): void {
    this.model.take(withValueAt(this.model.values, pointer, value) as FormData, pointer);
    this.changed(pointer);
  }

  /** The candidate has chosen a branch for the value at a JSON Pointer. */
  choose(pointer: string, union: Union['key'], index: number): void {
    this.store.textCommits.commitAll({ keepFocused: true });
    flushSync(() => {
      this.model.choose(pointer, union, index);
      this.changed(pointer);
    });
  }

  /** The model has other values at a JSON Pointer. An error that this corrects disappears. */
  changed(pointer: string): void {
    this.store.notify();
    this.errors.changed();
    this.options.onChange();
    this.#uncounted.add(pointer);
    this.#counting.schedule();
  }

  /** Replaces what the form holds. */
  restore(draft: SavedForm): void {
    this.restored = this.model.restore(draft);
    this.steps.restore(draft.step);
    flushSync(() => this.store.notify());
    this.count();
  }

  /**
   * The service has changed the form: keeps the input that it still asks for, the focus, and the language.
   *
   * @returns the fields that came and went
   */
  replaceSchema(schema: FormSchema): FormChanges {
    this.commitAll();
    const before = renderedFields(this.askedForm);
    const draft = this.model.draft();
    this.options = { ...this.options, schema };
    this.model.replaceSchema(schema);
    this.model.restore(draft);
    this.askedForm.reset();
    flushSync(() => this.store.notify());
    this.errors.removeCorrected();
    const changes = changesSince(before, this.askedForm);
    this.errors.setGone(changes.gone);
    this.count();
    return changes;
  }

  /**
   * The candidate presses the button, which continues to the next step or sends.
   *
   * @param seen - see {@link submit}
   */
  press(seen?: ReadonlySet<string>): void {
    this.#check(this.steps.current === undefined ? 'form' : 'step', seen);
  }

  /**
   * Shows the errors of the whole form, or calls `onSubmit`. Sends nothing when the text that the press commits adds
   * fields: the candidate has not seen them.
   *
   * @param seen - names of the controls on the screen; default: before the commit
   */
  submit(seen?: ReadonlySet<string>): void {
    this.#check('form', seen);
  }

  #check(
    scope: 'form' | 'step',
    seen: ReadonlySet<string> = new Set(this.#controls.map(({ name }) => name)),
  ): void {
    const { isBusy, waitsFor } = this.store.state;
    if (isBusy || waitsFor !== undefined || !this.options.isOpen()) return;
    const reading = this.store.whenRead();
    if (reading !== undefined) return void this.#checkAfter(reading, 'files', scope);
    const unseen = this.#unseenFile;
    if (scope === 'form' && unseen !== undefined) return this.editField(unseen);
    this.commitAll();
    this.#counting.flush();
    const added = this.#controls.find(({ name }) => !seen.has(name));
    if (added !== undefined) {
      this.options.onAdded();
      return isTypingElsewhere(added) ? undefined : added.focus();
    }
    const lookedUp = this.store.whenLookedUp((pointer) => isCityName(this.model.valueAt(pointer)));
    if (lookedUp !== undefined) return void this.#checkAfter(lookedUp, 'cities', scope);
    const { data, violations: found } = this.model.check();
    const inScope = scope === 'form' ? found : this.errors.ofStep(found);
    const violations = this.errors.show(inScope);
    if (violations.length > 0)
      return this.options.onInvalid(
        violations.map(({ pointer, keyword }) => ({ pointer, keyword })),
      );
    if (scope === 'form') this.options.onSubmit(data);
    else this.#showStep(() => this.steps.next(found.length === 0));
  }

  /** A reset meanwhile, or a file that cannot be read, cancels the submit. */
  async #checkAfter(
    work: Promise<boolean>,
    waitsFor: 'files' | 'cities',
    scope: 'form' | 'step',
  ): Promise<void> {
    flushSync(() => this.store.update({ waitsFor }));
    const isDone = await work;
    if (this.store.state.waitsFor === undefined || this.#container === undefined) return;
    this.store.update({ waitsFor: undefined });
    if (isDone || this.#unseenFile !== undefined) this.#check(scope);
  }

  /** The field of a file that could not be read while another step was on the screen. */
  get #unseenFile(): string | undefined {
    const { unseen } = this.store.refusedFiles;
    return unseen.find((pointer) => this.askedForm.fieldAt(pointer) !== undefined);
  }

  /** Returns to the step before the current one. */
  back(): void {
    this.#showStep(() => this.steps.back());
  }

  /**
   * Shows a field, on its step, and focuses it.
   *
   * @param choice - of several at the pointer
   */
  editField(
    pointer: string,
    focusId = this.askedForm.fieldAt(pointer)?.focusId,
    choice?: string,
  ): void {
    this.commitAll();
    flushSync(() => this.steps.openField(pointer, choice));
    const root = this.#container?.getRootNode() as ShadowRoot | undefined;
    const field = root?.getElementById(focusId ?? '');
    if (field) focusField(field);
  }

  /** The browser's Back leads to the step before. */
  #moved(state: unknown): void {
    if (this.options.isHidden()) return;
    this.commitAll();
    let isOther = false;
    flushSync(() => {
      isOther = this.steps.moved(state);
    });
    if (isOther) this.#focusStep();
  }

  #showStep(show: () => void): void {
    this.commitAll();
    flushSync(show);
    this.#focusStep();
  }

  #focusStep(): void {
    const heading = this.stepHeading.current;
    if (heading === null || isTypingElsewhere(heading)) return;
    heading.focus({ preventScroll: true });
    // Firefox leaves the caret where the fields were. Orca follows it to a label, and does not read that again.
    getSelection()?.collapse(heading, 0);
    heading.scrollIntoView({ block: 'nearest' });
  }

  /** Restores the schema's defaults. */
  reset(): void {
    this.restored = 'none';
    this.#counting.flush();
    this.errors.clear();
    this.model.forgetChoices();
    this.model.take(undefined);
    this.askedForm.reset();
    flushSync(() => {
      this.store.reset();
      this.steps.reset();
    });
    this.count();
  }

  /** Renders the form in another language; values, errors, and focus stay. */
  translate(messages: Messages, localeTag: string): void {
    const before = this.store.state.language;
    if (before.messages === messages && before.localeTag === localeTag) return;
    // The fields render again: commit typed text first.
    this.commitAll({ keepFocused: true });
    const language = languageOf(messages, localeTag, this.options.country);
    const focused = this.#controls.find((control) => control.matches(':focus'));
    flushSync(() => this.store.update({ language }));
    // The first part of a date moves, and loses the focus.
    if (focused?.isConnected && !focused.matches(':focus')) focused.focus({ preventScroll: true });
    this.errors.update();
  }

  focusFirst(): void {
    const controls = this.#container?.querySelectorAll<HTMLElement>(`${CONTROLS}, summary`);
    [...(controls ?? [])].find((control) => control.checkVisibility())?.focus();
  }

  counts(): FieldCounts {
    if (this.#uncounted.size > 0) this.count();
    return this.store.state.counts;
  }

  /** See {@link FormModel.counts}. */
  count(known?: Omit<FieldCounts, 'fields'>): void {
    this.store.update({ counts: this.model.counts(known) });
  }

  get #controls(): HTMLInputElement[] {
    return [...(this.#container?.querySelectorAll<HTMLInputElement>(NAMED_CONTROLS) ?? [])];
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.press();
  }

  #notifyCounted(): void {
    this.count();
    const fields = [...this.#uncounted];
    this.#uncounted.clear();
    for (const field of fields) this.options.onCounted(field);
  }
}
