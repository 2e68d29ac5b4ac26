import type { Language } from './locale.ts';
import type { CandidateProblem, Unreachable } from './problem-messages.ts';
import type { DocumentName, StandardField } from './standard-fields.ts';

/** What a candidate reads in one situation: what happened, and what comes next. */
export interface Sentence {
  title: string;
  text: string;
}

/** A field as people call it. */
export interface FieldMessages {
  /** Stands above the field, e.g. `Número de documento`. */
  label: string;
  /** Completes “Enter …”, e.g. `tu número de documento`. */
  ask: string;
  /** One line of help below the label. */
  hint?: string;
  /** Stands above a list of them, e.g. `Referencias`; default: the label. */
  many?: string;
}

/** A number of the schema as the candidate's locale writes it, e.g. `1.000`. */
type Limit = string;

/**
 * One sentence per violated keyword, with the field’s name in it and never a candidate's value. A
 * limit is told twice: as it is written, and as the number that chooses a plural.
 */
export interface ErrorMessages {
  /**
   * A required field was left empty: one to type into, one to choose in, one to choose in a list by
   * typing, a box to tick, a part with fields of its own.
   */
  typed: (field: FieldMessages) => string;
  chosen: (field: FieldMessages) => string;
  /** Also: what was typed is not in the list. */
  listed: (field: FieldMessages) => string;
  ticked: (field: FieldMessages) => string;
  completed: (field: FieldMessages) => string;
  number: (field: FieldMessages) => string;
  integer: (field: FieldMessages) => string;
  /** A number with more digits than can be kept exactly. */
  tooLong: (field: FieldMessages) => string;
  /** `const`: the text that the schema asks for. */
  exactly: (field: FieldMessages, text: string) => string;
  email: (field: FieldMessages) => string;
  date: (field: FieldMessages) => string;
  /** Any other `format`, by an example of it. */
  example: (field: FieldMessages, text: string) => string;
  /** `pattern`, or a `format` without an example. */
  pattern: (field: FieldMessages) => string;
  minLength: (field: FieldMessages, limit: Limit, count: number) => string;
  maxLength: (field: FieldMessages, limit: Limit, count: number) => string;
  minimum: (field: FieldMessages, limit: Limit, count: number) => string;
  maximum: (field: FieldMessages, limit: Limit, count: number) => string;
  moreThan: (field: FieldMessages, limit: Limit, count: number) => string;
  lessThan: (field: FieldMessages, limit: Limit, count: number) => string;
  multipleOf: (field: FieldMessages, step: Limit, count: number) => string;
  minItems: (field: FieldMessages, limit: Limit, count: number) => string;
  maxItems: (field: FieldMessages, limit: Limit, count: number) => string;
  uniqueItems: (field: FieldMessages) => string;
  /** Too few, or too many, entries of a list are as `contains` asks. */
  contains: (field: FieldMessages, limit: Limit, count: number) => string;
  maxContains: (field: FieldMessages, limit: Limit, count: number) => string;
  minProperties: (field: FieldMessages, limit: Limit, count: number) => string;
  maxProperties: (field: FieldMessages, limit: Limit, count: number) => string;
  /** A part or list holds what it may not hold. */
  unexpected: (field: FieldMessages) => string;
  /** Nothing at all may stand here. */
  blank: (field: FieldMessages) => string;
  propertyNames: (field: FieldMessages) => string;
  not: (field: FieldMessages) => string;
  /** `anyOf` or `oneOf`: none of the shapes fits, or more than one. */
  shape: (field: FieldMessages) => string;
  /** `if`: what other answers ask for is not so. */
  condition: (field: FieldMessages) => string;
  /** Any other keyword, or a limit that is not known. */
  other: (field: FieldMessages) => string;
}

/** Words of the host page, by a field’s name and by a choice’s value. */
export interface HostNames {
  fields: ReadonlyMap<string, Partial<FieldMessages>>;
  choices: ReadonlyMap<string, string>;
}

/** What a date or time of day is typed in. */
export type DateTimePart = 'day' | 'month' | 'year' | 'time';

/** A date that is typed in parts, and what can be wrong with it. */
export interface DateMessages {
  parts: Record<DateTimePart, string>;
  /** Parts were left empty. */
  missing: (field: FieldMessages, parts: readonly DateTimePart[]) => string;
  /** The year has not four digits. */
  year: (field: FieldMessages) => string;
  /** There is no such day. */
  unreal: (field: FieldMessages) => string;
}

/** `checkDigit`: it does not go with the other digits · `form`: too long, too short, or oddly made. */
export type WarningName = 'checkDigit' | 'form';

/** Every word that a candidate can read, in one language. */
export interface Messages {
  /** BCP 47 tag. */
  language: string;
  /** Accessible name of the form. */
  formName: string;
  submit: string;
  /** Why a form of the host’s has to wait for this one. */
  sendFirst: string;
  /** The button of a form without fields. */
  confirm: string;
  /** What a form without fields says. */
  nothingToFill: Sentence;
  /** What the host knew already, shown as a list; and the button that opens its fields. */
  known: { title: string; correct: string };
  /** How many required fields are still empty, from 0. */
  left: (count: number) => string;
  /** The service will call too: beside a form; and, `ready`, when nothing is left to fill in. */
  call: Sentence & { ready: string };
  /** Above a form that holds what was typed before the page was loaded. */
  restored: Sentence & { startOver: string };
  /** A submit was not made: its answers call for fields that were not there. */
  more: Sentence;
  openForm: string;
  /** After the link to another tab, for those who cannot see it. */
  newTab: string;
  optional: string;
  /** In place of a field that nothing can be filled into. */
  cannotFill: string;
  /** First, empty entry of a list of choices. */
  choose: string;
  /** Takes back what was chosen where nothing need be. */
  clearAnswer: string;
  /** Hint of a city, with a code of its country as an example, e.g. `PE LIM`. */
  cityHint: (code: string) => string;
  /** Follows the service's own hint of a city. */
  cityByName: string;
  yes: string;
  no: string;
  add: (label: string) => string;
  remove: (label: string) => string;
  /** Read out once an entry has gone, with the number of those left. */
  removed: (label: string, left: number) => string;
  /** The button that puts it back. */
  undo: string;
  /** In place of the button that adds, once a list holds all that it may. */
  full: (max: number) => string;
  added: (label: string) => string;
  /** The n-th entry of a list, from 1. */
  item: (label: string, n: number) => string;
  /** The n-th way to fill in a part, from 1. */
  option: (n: number) => string;
  /** How a field without words of its own is asked for, from its label. */
  ask: (label: string) => string;
  /** Title of the error summary. */
  errorSummary: (count: number) => string;
  /** Read out before an error. */
  error: string;
  states: Record<
    | 'checking'
    | 'sending'
    | 'sent'
    | 'submitted'
    | 'elsewhere'
    | 'handedOff'
    | 'refused'
    | 'offline',
    Sentence
  >;
  problems: Record<CandidateProblem, Sentence>;
  errors: ErrorMessages;
  /** Read out while a list is searched. */
  suggestions: (count: number) => string;
  date: DateMessages;
  fields: Record<StandardField, FieldMessages>;
  /** The identity number by its document; of any other, `fields.document_id`. */
  documents: Record<DocumentName, FieldMessages>;
  /** Beside a field whose answer looks odd and may be right; it never blocks. */
  remarks: Record<WarningName, (field: FieldMessages) => string>;
  /** Read out with a phone field: the prefix that stands before it, e.g. `+51`. */
  prefix: (prefix: string) => string;
  /** Choices by their value, e.g. `national_id`. */
  choices: Record<'national_id' | 'foreigner_card' | 'CE' | 'PTP', string>;
  /** The choice `national_id` where the name of the document is known, e.g. `DNI`. */
  nationalId: (document: string) => string;
  /** What the host page says of fields and choices; it comes before the schema’s own words. */
  byHost?: HostNames;
}

/** A sentence for each plural form of a language; `other` is for all that are not given. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The same tree, every word optional. */
export type Overrides<Words> = Words extends (...values: infer Values) => string
  ? string | PluralForms | ((...values: Values) => string)
  : Words extends string
    ? string
    : { readonly [Name in keyof Words]?: Overrides<Words[Name]> };

type OurWords = Omit<Messages, 'language' | 'byHost' | 'fields' | 'choices'>;

/**
 * A host’s words in one language, in place of ours or beside them. A text may hold `{label}` and
 * `{ask}`, the names of the field that it is about, and `{n}`, its number or example (also
 * written `{limit}`, `{count}`, `{left}`, `{text}`). In place of a text with a number there may be one for each of its plural forms.
 */
export interface HostLanguage extends Overrides<OurWords> {
  /** How the language is written; default `ltr`. */
  readonly dir?: 'ltr' | 'rtl';
  /** Which of our languages fills what is not given; default: itself, else `en`. */
  readonly base?: Language;
  /** What is said while nothing could be fetched yet. */
  readonly unreachable?: Overrides<Unreachable>;
  /** Fields by their name in the schema, ours and any other; before the schema’s own words. */
  readonly fields?: Readonly<Record<string, Partial<FieldMessages>>>;
  /** Choices by their value; before the schema’s own words. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** A host’s words by BCP 47 tag: `es-MX` comes before `es`. A tag that is not ours adds a language. */
export type HostMessages = Readonly<Record<string, HostLanguage>>;
