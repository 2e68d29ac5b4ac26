import type { Json } from './json.ts';
import type { FaultName } from './relay.ts';
import type { Shown } from './screen.ts';

export type Schema = Record<string, unknown>;

export type FieldKind =
  'text' | 'number' | 'yesNo' | 'consent' | 'choice' | 'several' | 'date' | 'file' | 'constant';

/** A property name, `*` for the entries of a list, or the index of a tuple's entry. */
export type Segment = string | number;

/** A question is asked where the object at `at` satisfies `schema`. */
export interface Condition {
  at: readonly Segment[];
  schema: Schema;
}

/** A question of a form, as the oracle knows it. */
export interface Field {
  /** Its label on the screen; unique within the form. */
  title: string;
  path: readonly Segment[];
  kind: FieldKind;
  /** The schema of its value. */
  schema: Schema;
  /** Texts of options on the screen and their values. */
  options?: readonly (readonly [label: string, value: Json])[];
  /** Texts that a candidate may type; the first ones are valid. */
  samples?: readonly string[];
  /** The schema answers it: a default. */
  isPrefilled?: boolean;
  /** Its value in the default of the group or list around it. */
  initial?: Json;
  /** The value may be sent although nothing shows it: a constant without a title. */
  isSilent?: boolean;
  /** No answer may be sent as `null`. */
  mayBeNull?: boolean;
  /** Asked where all of these hold; absent: where its branch is chosen, which the oracle does not judge. */
  when?: readonly Condition[];
  /** Titles of the groups around it, which stand above it. */
  headings?: readonly string[];
  /** Other questions depend on its answer. */
  isDecisive?: boolean;
  /** The optional groups and lists around it: how long their paths are, and their titles. */
  optional?: readonly { depth: number; title?: string }[];
  /** Its answer is about somebody else: a browser must not fill in the candidate's own. */
  isAboutOthers?: boolean;
  /** Of a form that nobody here wrote: the screen shows its value in another notation. */
  isLoose?: boolean;
  /** Where it is, in words that name no field: "text, if, in a list entry". */
  ingredient: string;
}

/** A form: what the service sends, and what the oracle knows about it. */
export interface Form {
  schema: Schema;
  fields: readonly Field[];
  /** Nobody here wrote it: its questions are known once they are on the screen. */
  foreign?: {
    questionOf(control: Shown): Question | undefined;
    /** Whether a value may be sent although no question shows it. */
    isSilent(path: readonly Segment[]): boolean;
  };
}

/** A field of a form, and the index of each list entry around it, from the outside. */
export interface Question {
  field: Field;
  entry: readonly number[];
}

export interface Opening {
  locale: 'en' | 'es' | 'pt';
  /** The prerendered form in the page (`html`) instead of a tag. */
  isPrerendered: boolean;
  /** The first steps run before the scripts of the form have arrived. */
  isEarly: boolean;
  /** Spoils the first requests that open the form. */
  fault?: { fault: FaultName; on: string } | undefined;
  /** What of the page gives out sessions, and renews them; default: it only names a token. */
  sessionSource?: 'url' | 'function' | undefined;
  /** The page has the strict policy that the documentation recommends. */
  hasPolicy?: boolean;
  /** The host puts the last field first, and adds a hint. */
  hasUiSchema?: boolean;
  /** The host shows two fields at a time, where the form can be divided. */
  hasSteps?: boolean;
}
