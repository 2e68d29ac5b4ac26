import type { Message } from './format-message.ts';
import type { CandidateProblem, Sentence, Unreachable } from './problem-messages.ts';
import type { DocumentName, StandardField } from './standard-fields.ts';

/** Label and hint of a field. */
export interface FieldMessages {
  /** E.g. `Número de documento`. */
  label: string;
  /** Completes “Enter …”, e.g. `tu número de documento`. */
  ask: string;
  /** Help below the label. */
  hint?: string;
  /** The label of an array of them, e.g. `Referencias`; default: `label`. */
  many?: string;
  /** An example of the schema. */
  example?: string;
  /** The label with the HTML of the schema's title, if it has any. */
  markup?: string;
}

/** One message per schema keyword, with the field's label and never a value. */
export interface ErrorMessages {
  /**
   * A required field is empty: text (`typed`), options (`chosen`), a searchable list (`listed`), a
   * checkbox (`ticked`), an object (`completed`), any field whose label is a question (`question`).
   */
  typed: Message;
  question: Message;
  chosen: Message;
  /** The service has taken the chosen option or branch out of an open form; `{text}` is its name. */
  gone: Message;
  /** Also: the text matches no option. */
  listed: Message;
  ticked: Message;
  completed: Message;
  number: Message;
  integer: Message;
  /** A number with more digits than a JavaScript number keeps. */
  tooLong: Message;
  /** `const`, with the required text. */
  exactly: Message;
  email: Message;
  date: Message;
  /** Any other `format`, or a `pattern`, with an example. */
  example: Message;
  /** `pattern`, or a `format` without an example. */
  pattern: Message;
  /** The text holds a character that the `pattern` does not accept: `{text}`. */
  character: Message;
  /** The same for spaces. */
  space: Message;
  /** A file of another type than `{text}`, and one that is empty or no base64. */
  fileType: Message;
  fileBroken: Message;
  /** A `pattern` that accepts only these, and the text holds something else. */
  digits: Message;
  letters: Message;
  lettersAndDigits: Message;
  minLength: Message;
  maxLength: Message;
  minimum: Message;
  maximum: Message;
  /** `exclusiveMinimum` and `exclusiveMaximum`. */
  moreThan: Message;
  lessThan: Message;
  /** `formatMinimum` and `formatMaximum` of a date, written in words. */
  notBefore: Message;
  notAfter: Message;
  multipleOf: Message;
  minItems: Message;
  maxItems: Message;
  uniqueItems: Message;
  /** Too few or too many items match `contains`. */
  contains: Message;
  maxContains: Message;
  minProperties: Message;
  maxProperties: Message;
  /** An object or array has a member that is not allowed. */
  unexpected: Message;
  /** The schema is `false`. */
  blank: Message;
  propertyNames: Message;
  not: Message;
  /** `anyOf` or `oneOf`: no branch matches, or several. */
  shape: Message;
  /** `if`: the value does not match other values. */
  condition: Message;
  /** Any other keyword, or an unknown limit. */
  other: Message;
}

/** Errors of the form as a whole, which no field shows. */
export interface FormErrorMessages {
  minProperties: Message;
  maxProperties: Message;
  /** The schema is `false`. */
  closed: Message;
  /** Any other keyword. */
  other: Message;
}

/** The host page's labels, by property name and by option value. */
export interface HostNames {
  fields: ReadonlyMap<string, Partial<FieldMessages>>;
  choices: ReadonlyMap<string, string>;
}

/** An input of a date. */
export type DatePart = 'day' | 'month' | 'year';

/** Labels and errors of the inputs of a date. */
export interface DateMessages {
  parts: Record<DatePart, string>;
  /** Inputs are empty; `{text}` lists them with the next two messages: “a day, a month and a year”. */
  missing: Message;
  missingParts: Record<DatePart, string>;
  and: string;
  /** The year does not have four digits. */
  year: Message;
  /** Inputs are out of range; `{text}` lists them with the next two messages. */
  wrong: Message;
  wrongParts: Record<DatePart, string>;
  /** A time, or a date with a time, is filled in partly. */
  time: Message;
  dateTime: Message;
  /** The day does not exist. */
  unreal: Message;
  /** The clock skips the hour. */
  skipped: Message;
}

/**
 * `checkDigit`: it does not match the other digits · `form`: too long, too short, or oddly formed ·
 * `future`: a date of birth in the future.
 */
export type WarningName = 'checkDigit' | 'form' | 'future';

/** All messages of one language, as in `es.json`. */
export interface Messages {
  /** BCP 47 tag. */
  language: string;
  /** Accessible name of the form. */
  formName: string;
  submit: string;
  /** Why a form around the element cannot be submitted yet. */
  sendFirst: string;
  /** The button of a form without fields. */
  confirm: string;
  /** Shown in a form without fields. */
  nothingToFill: Sentence;
  /** Title of the prefilled values, and the button that opens their fields. */
  known: { title: string; correct: string };
  /** How many required fields are empty. */
  left: Message;
  /**
   * A form in steps: `{label}` is the number of the step and `{n}` how many there are; `check` is the title of
   * the last one; `notGiven` stands for an optional answer.
   */
  steps: {
    step: Message;
    check: string;
    next: string;
    back: string;
    change: string;
    changeField: Message;
    notGiven: string;
  };
  /** The service will also call; `ready`: when there is nothing left to fill in. */
  call: Sentence & { ready: string };
  /** Above a form that has replaced another one, whose submitted values did not arrive. */
  lost: Sentence;
  /** Above a form with a restored draft; `partly`: the service has changed the form since. */
  restored: Sentence & { partly: Sentence; startOver: string };
  /** A submit was stopped, because the values added further fields. */
  more: Sentence;
  /** A submit was refused, because the service has changed the form; `{text}` lists fields. */
  changed: Sentence & { added: string; removed: string };
  /** In place of the text of `refused` and `unconfirmed` when the rejected answers are not in this page. */
  fillInAgain: string;
  openForm: string;
  /** For screen readers, after a link to another tab. */
  newTab: string;
  optional: string;
  /** In place of a field that cannot be filled in. */
  cannotFill: string;
  /**
   * File fields. Files without a name, that cannot be read, and over the size limit. `lost`: the draft had
   * no room for it; its name is `{text}`. `waiting`: a submit waits until every file is read.
   *
   * The button: `choose` a file, or `choosePhoto` where only images are accepted; `replace` one; `addAnother`.
   * Before choosing: `upTo` the largest size, the types joined with `or`, an image of any type as `image`.
   * After it: its `size` and the `largest` one · `wrongType` · `empty`: 0 bytes · `gone`: deleted or changed
   * since it was chosen · `undecodable`: an image that the browser cannot open.
   */
  file: {
    choose: string;
    choosePhoto: string;
    replace: string;
    addAnother: string;
    unnamed: string;
    unreadable: string;
    size: Message;
    largest: Message;
    upTo: Message;
    or: string;
    image: string;
    wrongType: Message;
    empty: string;
    gone: string;
    undecodable: string;
    lost: Message;
    waiting: string;
  };
  /** The empty option of a select. */
  choose: string;
  /** An option whose value is an empty string. */
  blankOption: string;
  /** An option without a title whose value is `null`. */
  noAnswer: string;
  /** The button that unchecks optional radios. */
  clearAnswer: string;
  cityHint: string;
  /** Hint with an example of the schema. */
  exampleHint: Message;
  /** Names a consent whose label is too long for an error. */
  thisBox: string;
  yes: string;
  no: string;
  add: Message;
  remove: Message;
  /** Announced after an entry is removed, with the number of entries left. */
  removed: Message;
  /** The button that restores it. */
  undo: string;
  /** The button that fills in an entry as the one before it, whose label it names. */
  copyEntry: Message;
  /** In place of the add button, once an array has `maxItems`. */
  full: Message;
  added: Message;
  /** The label of an entry; `n` counts from 1. */
  item: Message;
  /** The label of a branch without a name and a kind; `n` counts from 1. */
  option: Message;
  /** The label of the only branch of that sort. */
  otherOption: string;
  /** The labels of branches without a name, by the kind of their value. */
  branches: Record<
    'text' | 'number' | 'yesNo' | 'list' | 'file' | 'date' | 'time' | 'dateTime' | 'email',
    string
  >;
  /** The `ask` of a field that has only a label. */
  ask: Message;
  /** Title of the error summary. */
  errorSummary: Message;
  /** The same when every error is an empty required field. */
  missingSummary: Message;
  /** In the summary, after the first errors. */
  moreErrors: Message;
  /** In the summary, an error (`{label}`) that `{n}` entries of a list have. */
  repeatedError: Message;
  /** While errors are left: their number, and the button that leads to the next one. */
  errorsLeft: Message;
  nextError: string;
  /** An error: the form needs one of several answers, and has none; `{text}` lists them. */
  alternatives: Message;
  /** For screen readers, before an error. */
  error: string;
  /**
   * `submittedBeforeCall`: confirmed, and the service will also call · `offline`: a pressed submit waits for
   * the network · `offlineUnsent`: only a press sends.
   */
  states: Record<
    | 'checking'
    | 'sending'
    | 'stored'
    | 'unconfirmed'
    | 'sent'
    | 'submitted'
    | 'submittedBeforeCall'
    | 'elsewhere'
    | 'handedOff'
    | 'refused'
    | 'offline'
    | 'offlineUnsent',
    Sentence
  >;
  problems: Record<CandidateProblem, Sentence>;
  errors: ErrorMessages;
  formErrors: FormErrorMessages;
  /** Hint of a list that is searched, with the number of its options. */
  searchHint: Message;
  /** Announced while a list is searched. */
  suggestions: Message;
  date: DateMessages;
  fields: Record<StandardField, FieldMessages>;
  /** Hints of phone fields by country, after the prefix; other countries have none. */
  phoneHints: Readonly<Record<string, string>>;
  /** Labels of `document_id` by document; other documents use `fields.document_id`. */
  documents: Record<DocumentName, FieldMessages>;
  /** Warnings for values that look odd; they never block. */
  warnings: Record<WarningName, Message>;
  /** For screen readers: the prefix before a phone number, e.g. `+51`. */
  prefix: Message;
  /** Labels of known option values. */
  choices: Record<'national_id' | 'foreigner_card' | 'CE' | 'PTP', string>;
  /** The label of `national_id` where the document has a name, e.g. `DNI`. */
  nationalId: Message;
  /** The host page's labels; they override the schema's. */
  byHost?: HostNames;
}

/** A language: `<tag>.json`. Nothing else names it. */
export interface LanguageFile extends Messages {
  dir: 'ltr' | 'rtl';
  /** `simple`: 1 is `one`, any other number `other`. `intl`: the rules of `Intl.PluralRules`. */
  plural: 'simple' | 'intl';
  /** How the names of each month begin, January first; `set sep` for several names. */
  months: readonly string[];
  /**
   * Titles that only repeat the name of a standard field, so that a form in another language replaces
   * them. Common names, such as `name`, are left out: their title may say more.
   */
  titles: Partial<Record<StandardField, readonly string[]>>;
  /** Messages for a failed first load. */
  unreachable: Unreachable;
  /** In place of a prerendered form, in a page without JavaScript. */
  noScript: { text: string; link: string };
}

/** The same tree, with every message optional. */
type Overrides<Tree> = {
  readonly [Name in keyof Tree]?: string extends Tree[Name] ? Tree[Name] : Overrides<Tree[Name]>;
};

type OurMessages = Omit<Messages, 'language' | 'byHost' | 'fields' | 'choices'>;

/**
 * The host's messages in one language. A text may contain `{label}` and `{ask}` of its field, and its
 * number or example as `{n}` (or `{limit}`, `{count}`, `{left}`, `{text}`). A message with a number
 * may be given once per plural form.
 */
export interface HostLanguage extends Overrides<OurMessages> {
  /** Default: `ltr`. */
  readonly dir?: 'ltr' | 'rtl';
  /** Our language for messages that are not given; default: itself, else `en`. */
  readonly base?: string;
  /** Messages for a failed first load. */
  readonly unreachable?: Overrides<Unreachable>;
  /** Labels by property name; they override the schema's. */
  readonly fields?: Readonly<Record<string, Partial<FieldMessages>>>;
  /** Labels by option value; they override the schema's. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** The host's messages by BCP 47 tag. `es-MX` overrides `es`; a new tag adds a language. */
export type HostMessages = Readonly<Record<string, HostLanguage>>;

/** What labels and hints are made from. */
export interface MessageSource {
  messages: Messages;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** As the candidate writes them. */
  numbers: { formatPlain(number: number): string };
}

/** The messages of a language: each plural message knows the language whose rules it follows. */
export function withPluralRules(file: LanguageFile): Messages {
  const { language, plural } = file;
  if (plural === 'simple') return file;
  const isPlural = (value: unknown) =>
    typeof value === 'object' && value !== null && 'one' in value;
  const text = JSON.stringify(file, (_name, value: unknown) =>
    isPlural(value) ? Object.assign({}, value, { language }) : value,
  );
  return JSON.parse(text) as Messages;
}
