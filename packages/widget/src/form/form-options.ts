import type { FormData, FormSchema, InvalidField } from 'precandidate-contract';
import type { Messages } from '../i18n/messages.ts';
import type { Choice } from './questions/merge.ts';

export type CheckDigits = typeof import('../check-digits/check-digits.ts');
export type Combobox = typeof import('../combobox/combobox.ts');

/** What a candidate has done in a form: with it, a form opens as it was left. */
export interface FormDraft {
  values: FormData;
  /** What the candidate has changed, or chosen branches for. Outer values come first. */
  touched: readonly {
    /** JSON Pointer of the value. */
    pointer: string;
    branches: readonly Pick<Choice, 'name' | 'chosen'>[];
  }[];
}

/** What the element passes to the form app, and how the form app notifies it. */
export interface FormAppOptions {
  schema: FormSchema;
  messages: Messages;
  /** BCP 47: number and date formats. Without a region, those of `country`. */
  localeTag: string;
  /** Where city lists are; ends with `/`. */
  proxyUrl: string;
  /** Loads the combobox; `undefined` where there is none. It waits while the chunk cannot be loaded. */
  loadCombobox: () => Promise<Combobox | undefined>;
  /** Loads the rules of identity numbers. Absent: no number gets a warning. */
  loadCheckDigits?: () => Promise<CheckDigits | undefined>;
  /** Two upper-case letters: names the identity document. `null` when unknown. */
  country: string | null;
  /** What was stored: what of it the form asks for replaces the schema's defaults once the form is rendered. */
  draft?: FormDraft;
  /** The container holds the form, prerendered from the same options. */
  canHydrate?: boolean;
  /** Whether the form handles submits. Before, the element defers them. */
  isOpen: () => boolean;
  /** A field changed. */
  onChange: () => void;
  /** A field changed, and the form has been counted again, when the page was idle. */
  onCounted: (pointer: string) => void;
  /** A submit found errors. The form shows and focuses them. */
  onInvalid: (errors: InvalidField[]) => void;
  /** A submit committed text that added fields, and sent nothing. The form focuses the first of them. */
  onAdded: () => void;
  /** The candidate submitted valid values. */
  onSubmit: (values: FormData) => void;
  /** The mounted form can no longer be rendered. No other callback follows. */
  onBroken: (cause: unknown) => void;
}

export interface FieldCounts {
  fields: number;
  required: number;
  /** Required and empty. */
  missing: number;
}

/** A form with at least as many fields shows the candidate's progress. */
const LONG_FORM_FIELDS = 9;

/** Whether a form shows the candidate's progress; a short one is visible as a whole. */
export function showsProgress({ fields, required }: FieldCounts): boolean {
  return fields >= LONG_FORM_FIELDS && required > 0;
}
