/**
 * What the form asks for at a place of its schema, as far as a `ui_schema` depends on it. `several`: options
 * of which several can be chosen; `consent`: only `true` is valid. A place can be several of them, for
 * example in different branches of a `oneOf`.
 */
export type UiPlace =
  | 'object'
  | 'list'
  | 'text'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'choice'
  | 'boolean'
  | 'consent'
  | 'several'
  | 'file';

/** The values of `ui:widget`, RJSF's names, and the places that each suits. */
export const UI_WIDGETS = {
  text: ['text', 'number'],
  textarea: ['text'],
  password: ['text'],
  email: ['text'],
  uri: ['text'],
  date: ['date'],
  datetime: ['datetime'],
  time: ['time'],
  radio: ['choice', 'boolean'],
  select: ['choice', 'boolean', 'several'],
  checkboxes: ['several'],
  checkbox: ['consent'],
  file: ['file'],
} as const satisfies Record<string, readonly UiPlace[]>;
export type UiWidget = keyof typeof UI_WIDGETS;

/** Longer lists are a `select`. */
export const MAX_RADIOS = 50;

/** Of a `ui_schema` as compact JSON, in bytes. */
export const UI_SCHEMA_BYTES = 64 * 1024;

/** Characters of a label, and of a text that explains. */
const [LABEL, EXPLANATION] = [500, 2_000];

/** What a `ui:` key or an option takes. */
export type UiValue =
  | { type: 'text'; maxLength: number; isMultiline?: boolean }
  | { type: 'option names'; maxLength: number }
  | { type: 'autofill' }
  | { type: 'field names' }
  | { type: 'widget' }
  | { type: 'options' }
  | { type: 'integer'; minimum: number; maximum: number }
  | { type: 'boolean' }
  | { type: 'steps'; maxLength: number };

/** A key of a `ui_schema`: its value, and where it can be. `root` is the form itself. */
export interface UiKeyRule {
  value: UiValue;
  places: readonly (UiPlace | 'root')[];
}

const FIELDS = [
  'text',
  'number',
  'date',
  'datetime',
  'time',
  'choice',
  'boolean',
  'consent',
  'several',
  'file',
] as const satisfies readonly UiPlace[];
const BELOW_ROOT = ['object', 'list', ...FIELDS] as const;

/** Every key of a `ui_schema` other than names of fields, `items`, and `additionalItems`. */
export const UI_KEYS = {
  'ui:title': { value: { type: 'text', maxLength: LABEL }, places: ['root', ...BELOW_ROOT] },
  'ui:description': {
    value: { type: 'text', maxLength: EXPLANATION, isMultiline: true },
    places: ['root', ...BELOW_ROOT],
  },
  'ui:help': {
    value: { type: 'text', maxLength: EXPLANATION, isMultiline: true },
    places: BELOW_ROOT,
  },
  'ui:placeholder': { value: { type: 'text', maxLength: LABEL }, places: ['text', 'number'] },
  'ui:enumNames': {
    value: { type: 'option names', maxLength: LABEL },
    places: ['choice', 'boolean', 'several'],
  },
  'ui:autocomplete': { value: { type: 'autofill' }, places: FIELDS },
  'ui:order': { value: { type: 'field names' }, places: ['root', 'object'] },
  'ui:widget': { value: { type: 'widget' }, places: FIELDS },
  'ui:options': { value: { type: 'options' }, places: ['root', ...FIELDS] },
} as const satisfies Record<string, UiKeyRule>;

/** The members of `ui:options`. */
export const UI_OPTIONS = {
  rows: { value: { type: 'integer', minimum: 1, maximum: 50 }, places: ['text'] },
  inline: { value: { type: 'boolean' }, places: ['choice', 'boolean', 'several'] },
  steps: { value: { type: 'steps', maxLength: LABEL }, places: ['root'] },
} as const satisfies Record<string, UiKeyRule>;

/** One step of a form in steps. */
export interface UiStep {
  title: string;
  /** Names of top-level fields. */
  fields: readonly string[];
}

export interface UiOptions {
  /** Lines of a `textarea`. */
  rows?: number;
  /** Options beside each other. */
  inline?: boolean;
  /**
   * At the root: `true` makes a step of each top-level group and of each run of other fields. A list names the
   * steps; fields that it does not name come at the end of the last step.
   */
  steps?: true | readonly UiStep[];
}

/** The `ui:` keys of a place. */
export interface UiKeys {
  'ui:title'?: string;
  'ui:description'?: string;
  'ui:help'?: string;
  'ui:placeholder'?: string;
  /**
   * In a request, a name for each option, in the order of the schema. In the bootstrap, the names by
   * option, as `String(option)`.
   */
  'ui:enumNames'?: readonly string[] | Readonly<Record<string, string>>;
  'ui:autocomplete'?: string;
  /**
   * Names of fields, first ones first. Others come where `*` is; without one, at the end. In the bootstrap, it
   * always has one.
   */
  'ui:order'?: readonly string[];
  'ui:widget'?: UiWidget;
  'ui:options'?: UiOptions;
}

/**
 * How a form is shown, in RJSF's vocabulary: the `ui:` keys of the form, and a `UiSchema` for each field by
 * its name. That of a list has `items`: one for all entries, or one for each entry of a tuple, whose further
 * entries have `additionalItems`. It never changes what is valid or sent.
 */
export interface UiSchema extends UiKeys {
  [field: string]: UiSchema | readonly UiSchema[] | UiKeys[keyof UiKeys];
}

const AUTOFILL_FIELDS =
  'name honorific-prefix given-name additional-name family-name honorific-suffix nickname username ' +
  'new-password current-password one-time-code organization-title organization street-address ' +
  'address-line1 address-line2 address-line3 address-level4 address-level3 address-level2 ' +
  'address-level1 country country-name postal-code cc-name cc-given-name cc-additional-name ' +
  'cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency ' +
  'transaction-amount language bday bday-day bday-month bday-year sex url photo tel ' +
  'tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix ' +
  'tel-extension email impp';
const AUTOFILL = new RegExp(
  `^(?:on|off|(?:section-[\\w-]{1,50} )?(?:(?:shipping|billing) )?(?:(?:home|work|mobile|fax|pager) )?(?:${AUTOFILL_FIELDS.replaceAll(' ', '|')}))$`,
);

/** Whether a text is a value of HTML's `autocomplete`, such as `off`, `tel`, or `work email`. */
export function isAutofill(text: string): boolean {
  return AUTOFILL.test(text);
}
