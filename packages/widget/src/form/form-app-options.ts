import type { FormData, FormSchema, InvalidField, UiSchema } from 'precandidate-contract';
import type { Messages } from '../i18n/messages.ts';
import type { PhoneNumbers } from './fields/phone-number.ts';
import type { Images } from './files/read-file.ts';

export type CheckDigits = typeof import('../check-digits/check-digits.ts');
export type Combobox = typeof import('../combobox/combobox.ts');

/** What the element passes to the form app, and how the form app notifies it. */
export interface FormAppOptions {
  /** Identifies the form among all forms. */
  formName: string;
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
  /** Scales pictures down, and renders them. */
  loadImages?: () => Promise<Images | undefined>;
  /** Two upper-case letters: names the identity document. `null` when unknown. */
  country: string | null;
  /** Whether the form handles submits. Before, the element defers them. */
  isOpen: () => boolean;
  /** Whether a status has taken the form's place. */
  isHidden: () => boolean;
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
