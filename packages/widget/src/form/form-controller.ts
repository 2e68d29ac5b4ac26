import type { FormData, FormSchema, InvalidField, UiSchema } from 'precandidate-contract';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import type { Messages } from '../i18n/messages.ts';
import { canonical, childPointer, valueAt, withValueAt } from '../validation/json.ts';
import { AskedForm } from './asked-form/asked-form.ts';
import { localeNumbers } from './fields/locale-numbers.ts';
import type { PhoneNumbers } from './fields/phone-number.ts';
import { FieldStore, type FormLanguage } from './field-store.ts';
import type { Images } from './files/read-file.ts';
import { FormErrors } from './form-errors.ts';
import { type FieldCounts, type FormDraft, FormModel } from './model/form-model.ts';
import { isField, withoutSilent } from './model/answers.ts';
import type { Union } from './model/schema.ts';
import { CONTROLS, IdleWork, listen, TEXT_CONTROLS } from './page.ts';

export type CheckDigits = typeof import('../check-digits/check-digits.ts');
export type Combobox = typeof import('../combobox/combobox.ts');

/** What the element passes to the form app, and how the form app notifies it. */
export interface FormAppOptions {
  schema: FormSchema;
  /** Titles, order, widgets, and steps that the session chose. The proxy has compared it with the schema. */
  uiSchema?: UiSchema;
  messages: Messages;
  /** BCP 47: number and date formats. Without a region, those of `country`. */
  localeTag: string;
  /** Where city lists are; ends with `/`. */
  proxyUrl: string;
  /** Loads the combobox; `undefined` where there is none. It waits while the chunk cannot be loaded. */
  loadCombobox: () => Promise<Combobox | undefined>;
  /** Loads the rules of identity numbers. Absent: no number gets a warning. */
  loadCheckDigits?: () => Promise<CheckDigits | undefined>;
  /** Loads the numbering plans. Absent: numbers without a country code stay as typed. */
  loadPhoneNumbers?: () => Promise<PhoneNumbers | undefined>;
  /** Scales pictures down, and draws them. */
  loadImages?: () => Promise<Images | undefined>;
  /** Two upper-case letters: names the identity document. `null` when unknown. */
  country: string | null;
  /** Whether the form handles submits. Before, the element defers them. */
  isOpen: () => boolean;
  /** A field changed. */
  onChange: () => void;
  /** A field changed, and the form has been counted again, when the page was idle. */
  onCounted: (pointer: string) => void;
  /** A form with steps shows another one; `step` counts from 1. */
  onStep?: (step: number, steps: number) => void;
  /** A submit found errors. The form shows and focuses them. */
  onInvalid: (errors: InvalidField[]) => void;
  /** A submit committed text that added fields, and sent nothing. The form focuses the first of them. */
  onAdded: () => void;
  /** The candidate submitted valid values. */
  onSubmit: (values: FormData) => void;
  /** The mounted form can no longer be rendered. No other callback follows. */
  onBroken: (cause: unknown) => void;
}

/** The inputs of the form's questions. */
const NAMED_CONTROLS = '[name]:not([type=hidden])';

/** A list entry that was removed, and may come back. */
export interface RemovedEntry {
  index: number;
  key: string | undefined;
  item: unknown;
  /** The empty entry at the end that a list with `minItems` got instead, as canonical text. */
  filler: string | undefined;
}

/** A form in a page: passes values between the fields, the model, and the element, and shows errors. */
export class FormController {
  readonly model: FormModel;
  readonly store: FieldStore;
  readonly askedForm: AskedForm;
  readonly errors: FormErrors;
  options: FormAppOptions;
  /** Whether the form holds anything of a draft. */
  isRestored = false;
  #container: HTMLElement | undefined;
  #root: Root | undefined;
  #stopListening = (): void => {};
  /** JSON Pointers of the fields that changed since the form was counted. */
  readonly #uncounted = new Set<string>();
  readonly #counting = new IdleWork(() => this.#notifyCounted());

  /** Needs no page: a server renders forms too. */
  constructor(options: FormAppOptions) {
    this.options = options;
    const { schema, onBroken, messages, localeTag, country } = options;
    const hasCities = (pointer: string) => this.store.hasCities(pointer);
    this.model = new FormModel({ schema, onBroken, hasCities });
    const language = languageOf(messages, localeTag, country);
    this.store = new FieldStore(this.model.entries, language);
    this.askedForm = new AskedForm({
      model: this.model,
      source: () => this.store.state.language,
      uiSchema: undefined,
    });
    this.errors = new FormErrors(this, () => this.#container);
  }

  /** The form is mounted in this element: starts to handle its input. */
  attach(container: HTMLElement, root: Root): void {
    this.#container = container;
    this.#root = root;
    this.store.typing.enterPage();
    const onLeave = ({ target }: FocusEvent) => {
      // Only around a text do corrected errors stay.
      if ((target as Element).matches(TEXT_CONTROLS))
        this.store.typing.press.afterwards(() => this.errors.changed());
    };
    // Enter in a field clicks the button, too. A sandboxed frame without `allow-forms` has no submit events.
    const onClick = (event: Event) => {
      if (!(event.target as Element).closest('[part=submit]')) return;
      event.preventDefault();
      this.submit();
    };
    const ends = [
      this.store.typing.listen(container),
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
    this.store.typing.leavePage();
    this.#counting.cancel();
    this.store.showPendingErrors();
    this.#root?.unmount();
    this.#container = undefined;
  }

  /** While busy, a submit does nothing. */
  setBusy(isBusy: boolean): void {
    this.store.update({ isBusy });
  }

  /** The element was inserted into a page or removed: starts or stops listening to the page. */
  setConnected(isConnected: boolean): void {
    if (isConnected) this.store.typing.enterPage();
    else this.store.typing.leavePage();
  }

  /** Commits all typed text. With `keepFocused`, the text of the focused field is not rewritten. */
  commitAll(options?: { keepFocused: boolean }): void {
    flushSync(() => this.store.typing.commitAll(options));
  }

  /**
   * What to keep for a reload, without text that is not committed. Emptied fields are `undefined`. A file
   * that is still being read keeps its name.
   */
  draft(): FormDraft {
    const { draft } = this.model;
    const unread = this.store.unread.filter(({ pointer }) => this.model.valueNodeAt(pointer));
    const values = unread.reduce<unknown>(
      (all, { pointer, placeholder }) => withValueAt(all, pointer, placeholder),
      draft.values,
    );
    return { ...draft, values: values as FormData };
  }

  /** Whether nothing is asked, so that there is only a button. */
  get isEmpty(): boolean {
    return this.model.asked.children.size === 0;
  }

  /** The candidate has changed the value at a JSON Pointer, which may be an object or array. */
  change(pointer: string, value: unknown): void {
    this.model.take(withValueAt(this.model.values, pointer, value) as FormData, pointer);
    this.#changedAt(pointer);
  }

  /** The candidate has chosen a branch for the value at a JSON Pointer. */
  choose(pointer: string, union: Union['key'], index: number): void {
    this.commitAll({ keepFocused: true });
    const values = withoutSilent(this.model.asked, pointer);
    flushSync(() => {
      this.model.questions.choose(pointer, union, index);
      this.model.take(values, pointer);
      this.#changedAt(pointer);
    });
  }

  /** An error that a change corrects disappears. A new one appears at the next submit. */
  #changedAt(pointer: string): void {
    this.store.notify();
    this.errors.changed();
    this.options.onChange();
    this.#uncounted.add(pointer);
    this.#counting.schedule();
  }

  /** Adds an entry to a list, or one that was removed before. */
  insertEntry(pointer: string, index: number, removed?: RemovedEntry): void {
    this.commitAll();
    const entries = [...this.model.listAt(pointer)];
    if (removed?.filler === canonical(entries.at(-1))) {
      this.model.entries.remove(pointer, entries.length - 1, entries.length);
      entries.pop();
    }
    this.model.entries.insert(pointer, index, entries.length, removed?.key);
    // A list with an entry that the candidate wants is not left as it was.
    this.model.questions.touch(pointer);
    flushSync(() => this.change(pointer, entries.toSpliced(index, 0, removed?.item)));
    this.errors.update();
  }

  removeEntry(pointer: string, index: number): RemovedEntry {
    this.commitAll();
    const entries = this.model.listAt(pointer);
    // With it goes a file that is still being read: if the entry comes back, it asks for the file again.
    const item = valueAt(this.draft().values, childPointer(pointer, index));
    const key = this.model.entries.remove(pointer, index, entries.length);
    flushSync(() => this.change(pointer, entries.toSpliced(index, 1)));
    this.errors.update();
    const after = this.model.listAt(pointer);
    const filler = after.length === entries.length ? canonical(after.at(-1)) : undefined;
    return { index, key, item, filler };
  }

  /** Replaces what the form holds. */
  restore(draft: FormDraft): void {
    this.isRestored = this.model.restore(draft);
    flushSync(() => this.store.notify());
    this.count();
  }

  /**
   * The service has changed the form: keeps the input that it still asks for, the focus, and the language.
   *
   * @returns the labels of the fields that came and went
   */
  replaceSchema(schema: FormSchema): { added: string[]; removed: string[] } {
    this.commitAll();
    const before = this.#labels();
    const { draft } = this.model;
    this.options = { ...this.options, schema };
    this.model.replaceSchema(schema);
    this.model.restore(draft);
    this.askedForm.reset();
    flushSync(() => this.store.notify());
    this.errors.removeCorrected();
    this.count();
    const after = this.#labels();
    // Each entry of a list has the same labels.
    const labelsOf = (fields: Map<string, string>, others: Map<string, string>) => [
      ...new Set([...fields].filter(([at]) => !others.has(at)).map(([, label]) => label)),
    ];
    return { added: labelsOf(after, before), removed: labelsOf(before, after) };
  }

  /** The labels of the rendered fields, by JSON Pointer. */
  #labels(): Map<string, string> {
    const fields = this.askedForm.all.filter(({ asked }) => isField(asked.node));
    return new Map(fields.map(({ info }) => [info.pointer, info.messages.label]));
  }

  /**
   * Validates as the button does: shows the errors, or calls `onSubmit`. Sends nothing when the text that the
   * press commits adds fields: the candidate has not seen them.
   *
   * @param seen - names of the controls on the screen; default: before the commit
   */
  submit(seen: ReadonlySet<string> = this.#controlNames()): void {
    const { isBusy, isWaiting } = this.store.state;
    if (isBusy || isWaiting || !this.options.isOpen()) return;
    const reading = this.store.whenRead();
    if (reading !== undefined) return void this.#submitAfter(reading);
    this.commitAll();
    this.#counting.flush();
    const added = this.#controls.find(({ name }) => !seen.has(name));
    if (added !== undefined) {
      this.options.onAdded();
      return added.focus();
    }
    const { data, violations: found } = this.model.check();
    const violations = this.errors.show(found);
    if (violations.length === 0) return this.options.onSubmit(data);
    this.options.onInvalid(violations.map(({ pointer, keyword }) => ({ pointer, keyword })));
  }

  /** A reset meanwhile, or a file that cannot be read, cancels the submit. */
  async #submitAfter(reading: Promise<boolean>): Promise<void> {
    flushSync(() => this.store.update({ isWaiting: true }));
    const isRead = await reading;
    if (!this.store.state.isWaiting || this.#container === undefined) return;
    this.store.update({ isWaiting: false });
    if (isRead) this.submit();
  }

  /** Restores the schema's defaults. */
  reset(): void {
    this.isRestored = false;
    this.#counting.flush();
    this.errors.clear();
    this.model.forgetChoices();
    this.model.take(undefined);
    this.askedForm.reset();
    flushSync(() => this.store.reset());
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

  /** @param missing - default: how many required fields the current values lack */
  count(missing?: number): void {
    this.store.update({ counts: this.model.counts(missing) });
  }

  get #controls(): HTMLInputElement[] {
    return [...(this.#container?.querySelectorAll<HTMLInputElement>(NAMED_CONTROLS) ?? [])];
  }

  #controlNames(): Set<string> {
    return new Set(this.#controls.map(({ name }) => name));
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.submit();
  }

  #notifyCounted(): void {
    this.count();
    const fields = [...this.#uncounted];
    this.#uncounted.clear();
    for (const field of fields) this.options.onCounted(field);
  }
}

function languageOf(messages: Messages, localeTag: string, country: string | null): FormLanguage {
  return { messages, localeTag, country, numbers: localeNumbers(localeTag, country) };
}
