/** One form of the corpus, as `forms/*.json` has them. */
export interface CorpusEntry {
  name: string;
  /** Absent: that of `pipeline`. */
  schema?: Record<string, unknown>;
  /** One of the sandbox's own pipelines. */
  pipeline?: string;
  /** Default `es`. */
  locale?: 'es' | 'pt' | 'en';
  /** Default `PE`. */
  country?: string;
  steps: readonly Step[];
  /** The exact JSON that the service must receive. */
  sends: Record<string, unknown>;
}

/**
 * What a candidate enters: a label and a value. Labels are those on the screen, without "(optional)".
 * A third item counts fields of the same label, from 0.
 *
 * - text: typed; in a list that is searched, typed and chosen with the keyboard
 * - list of texts: options to tick, or to find one after the other
 * - `true`: a checkbox to tick · `press`: a button · `file`: a text file of that name
 * - `expect`: submit, and find this error message
 */
export type Step =
  | readonly [label: string, value: string | true | readonly string[], index?: number]
  | { press: string; index?: number }
  | { file: string; to: string }
  | { expect: string };
