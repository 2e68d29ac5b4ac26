/** One form of the corpus. */
export interface CorpusEntry {
  name: string;
  schema: Record<string, unknown>;
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

/** An object schema in which every field is required, apart from those in `optional`. */
export function form(
  properties: Record<string, unknown>,
  { optional = [], ...rest }: { optional?: readonly string[]; [keyword: string]: unknown } = {},
): Record<string, unknown> {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }), ...rest };
}

/** A text field. */
export const text = (title: string, rest: object = {}) => ({ type: 'string', title, ...rest });
/** A choice among these texts. */
export const choice = (title: string, ...options: string[]) => text(title, { enum: options });
/** A choice among titled constants, as `oneOf`. */
export const titled = (title: string, options: Record<string, string>) =>
  text(title, {
    oneOf: Object.entries(options).map(([key, name]) => ({ const: key, title: name })),
  });
export const date = (title: string, rest: object = {}) => text(title, { format: 'date', ...rest });
export const yesNo = (title: string, rest: object = {}) => ({ type: 'boolean', title, ...rest });
/** A consent: only `true` is valid. */
export const consent = (title: string) => ({ type: 'boolean', title, const: true });
export const number = (title: string, rest: object = {}) => ({ type: 'number', title, ...rest });
export const integer = (title: string, rest: object = {}) => ({ type: 'integer', title, ...rest });
export const list = (title: string, items: unknown, rest: object = {}) => ({
  type: 'array',
  title,
  items,
  ...rest,
});
