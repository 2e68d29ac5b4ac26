import type { CandidateProblem } from './candidate-problem.ts';
import type { DocumentName, KnownField } from './known-fields.ts';

/** What a candidate reads in one situation: what happened, and what comes next. */
export interface Sentence {
  title: string;
  text: string;
}

/** A field as people call it. */
export interface FieldWords {
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
export interface ErrorWords {
  /**
   * A required field was left empty: one to type into, one to choose in, one to choose in a list by
   * typing, a box to tick, a part with fields of its own.
   */
  typed: (field: FieldWords) => string;
  chosen: (field: FieldWords) => string;
  /** Also: what was typed is not in the list. */
  listed: (field: FieldWords) => string;
  ticked: (field: FieldWords) => string;
  completed: (field: FieldWords) => string;
  number: (field: FieldWords) => string;
  integer: (field: FieldWords) => string;
  /** A number with more digits than can be kept exactly. */
  tooLong: (field: FieldWords) => string;
  /** `const`: the text that the schema asks for. */
  exactly: (field: FieldWords, text: string) => string;
  email: (field: FieldWords) => string;
  date: (field: FieldWords) => string;
  /** Any other `format`, by an example of it. */
  example: (field: FieldWords, text: string) => string;
  /** `pattern`, or a `format` without an example. */
  pattern: (field: FieldWords) => string;
  minLength: (field: FieldWords, limit: Limit, count: number) => string;
  maxLength: (field: FieldWords, limit: Limit, count: number) => string;
  minimum: (field: FieldWords, limit: Limit, count: number) => string;
  maximum: (field: FieldWords, limit: Limit, count: number) => string;
  moreThan: (field: FieldWords, limit: Limit, count: number) => string;
  lessThan: (field: FieldWords, limit: Limit, count: number) => string;
  multipleOf: (field: FieldWords, step: Limit, count: number) => string;
  minItems: (field: FieldWords, limit: Limit, count: number) => string;
  maxItems: (field: FieldWords, limit: Limit, count: number) => string;
  uniqueItems: (field: FieldWords) => string;
  /** Too few, or too many, entries of a list are as `contains` asks. */
  contains: (field: FieldWords, limit: Limit, count: number) => string;
  maxContains: (field: FieldWords, limit: Limit, count: number) => string;
  minProperties: (field: FieldWords, limit: Limit, count: number) => string;
  maxProperties: (field: FieldWords, limit: Limit, count: number) => string;
  /** A part or list holds what it may not hold. */
  unexpected: (field: FieldWords) => string;
  /** Nothing at all may stand here. */
  blank: (field: FieldWords) => string;
  propertyNames: (field: FieldWords) => string;
  not: (field: FieldWords) => string;
  /** `anyOf` or `oneOf`: none of the shapes fits, or more than one. */
  shape: (field: FieldWords) => string;
  /** `if`: what other answers ask for is not so. */
  condition: (field: FieldWords) => string;
  /** Any other keyword, or a limit that is not known. */
  other: (field: FieldWords) => string;
}

/** Words of the host page, by a field’s name and by a choice’s value. */
export interface HostNames {
  fields: ReadonlyMap<string, Partial<FieldWords>>;
  choices: ReadonlyMap<string, string>;
}

/** What a date or time of day is typed in. */
export type MomentPart = 'day' | 'month' | 'year' | 'time';

/** A date that is typed in parts, and what can be wrong with it. */
export interface DateWords {
  parts: Record<MomentPart, string>;
  /** Parts were left empty. */
  missing: (field: FieldWords, parts: readonly MomentPart[]) => string;
  /** The year has not four digits. */
  year: (field: FieldWords) => string;
  /** There is no such day. */
  unreal: (field: FieldWords) => string;
}

/** `checkDigit`: it does not go with the other digits · `form`: too long, too short, or oddly made. */
export type RemarkName = 'checkDigit' | 'form';

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
  errors: ErrorWords;
  /** Read out while a list is searched. */
  suggestions: (count: number) => string;
  date: DateWords;
  fields: Record<KnownField, FieldWords>;
  /** The identity number by its document; of any other, `fields.document_id`. */
  documents: Record<DocumentName, FieldWords>;
  /** Beside a field whose answer looks odd and may be right; it never blocks. */
  remarks: Record<RemarkName, (field: FieldWords) => string>;
  /** Read out with a phone field: the prefix that stands before it, e.g. `+51`. */
  prefix: (prefix: string) => string;
  /** Choices by their value, e.g. `national_id`. */
  choices: Record<'national_id' | 'foreigner_card' | 'CE' | 'PTP', string>;
  /** The choice `national_id` where the name of the document is known, e.g. `DNI`. */
  nationalId: (document: string) => string;
  /** What the host page says of fields and choices; it comes before the schema’s own words. */
  byHost?: HostNames;
}
