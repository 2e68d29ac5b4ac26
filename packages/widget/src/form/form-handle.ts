import type { FormData, FormSchema, InvalidField, Violation } from 'precandidate-contract';
import type { Messages } from '../i18n/messages.ts';

export type CheckDigits = typeof import('../check-digits/check-digits.ts');
export type Combobox = typeof import('../combobox/combobox.ts');

/** What the island needs to draw a form, and whom it tells. */
export interface FormAppOptions {
  schema: FormSchema;
  messages: Messages;
  /** BCP 47: how numbers and dates are written; without a region, as in `country`. */
  localeTag: string;
  /** Where the lists of cities are; ends with `/`. */
  proxyUrl: string;
  /** What makes an input a combobox; `undefined` when it cannot be had. */
  loadCombobox: () => Promise<Combobox | undefined>;
  /** The rules of identity numbers; absent: none looks odd. */
  loadCheckDigits?: () => Promise<CheckDigits | undefined>;
  /** Two upper-case letters: names the identity document. `null` when unknown. */
  country: string | null;
  /** What the candidate had filled in before, in place of the schema's defaults. Absent: nothing. */
  values?: FormData;
  /** The fields stand in the page already, drawn from all of this: they are taken over. */
  isDrawn?: boolean;
  /** A field changed. */
  onChange: () => void;
  /**
   * Told of each field that changed, by its JSON Pointer, once the form has been counted again: that
   * waits until the page is idle.
   */
  onCounted: (field: string) => void;
  /** A submit found errors; they are shown and have the focus. */
  onInvalid: (errors: InvalidField[]) => void;
  /** The candidate submitted data that satisfies the schema. */
  onSubmit: (values: FormData) => void;
  /** The schema cannot be drawn. Nothing else is called after. */
  onBroken: () => void;
}

/** Numbers of fields on the screen. */
export interface FieldCounts {
  fields: number;
  required: number;
  /** Required and still empty. */
  missing: number;
}

/** A form that stands in a page. */
export interface FormHandle {
  /** Checks the data as the button does: shows the errors, or calls `onSubmit`. */
  submit(): void;
  /** Empties the form, or puts back the schema's defaults. */
  reset(): void;
  /** Focuses the first field. */
  focusFirst(): void;
  /** What has been filled in, without empty fields. */
  values(): FormData;
  /**
   * The same at no cost: what was typed a moment ago may be missing, and a field that was emptied is
   * there as `undefined`.
   */
  peek(): FormData;
  counts(): FieldCounts;
  /** Shows violations that the proxy found, as if the form had found them itself. */
  showErrors(violations: readonly Violation[]): void;
  /** Says the same in another language; values, errors and focus stay. */
  translate(messages: Messages, localeTag: string): void;
  /** While busy, a submit does nothing. */
  setBusy(isBusy: boolean): void;
  /** Takes the form out of the page. */
  destroy(): void;
}
