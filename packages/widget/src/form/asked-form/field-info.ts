import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FieldMessages } from '../../i18n/messages.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';
import { NULLABLE } from '../fields/kinds.ts';
import { OPTION_DETAILS } from '../fields/options.ts';
import type { LabelContext } from '../fields/labels.ts';
import type { ValueNode } from '../model/value-nodes.ts';
import type { Choice } from '../model/question-node.ts';

/** How a candidate enters a value, which decides the verb of its error messages. */
export type InputMethod = 'typed' | 'chosen' | 'listed' | 'ticked' | 'completed';

/** What RJSF renders at one path: the same object while nothing of it changes. */
export interface FieldInfo {
  /** JSON Pointer into the form's values. */
  pointer: string;
  /** For RJSF. */
  schema: RJSFSchema;
  uiSchema: UiSchema;
  /** The model's: whether a value is valid is asked of it. */
  valueSchema: RJSFSchema;
  isRequired: boolean;
  /** Shown as text. Decided once, so that no input vanishes during typing. */
  isReadOnly: boolean;
  messages: FieldMessages;
  inputMethod: InputMethod;
  /** Id of the element that takes the focus. */
  focusId: string;
  /** The identity document whose number the field holds; `undefined` if none, or any. */
  document?: DocumentName | undefined;
  /** A number of that document, or of this schema, has no letters. */
  isDigitsOnly?: boolean;
  /** The field has a place for a warning. */
  canWarn?: boolean;
}

/** A value that the form asks for, as RJSF renders it. */
export interface AskedField {
  asked: ValueNode;
  info: FieldInfo;
  /** What decides about the field beside what is asked. */
  around: Around;
  /** Of a field, its value; of an object, always the same; of a list, the keys of its entries. */
  formData: unknown;
  /** By the name in RJSF's path, in the order of the page. */
  children: ReadonlyMap<string, AskedField>;
}

/** What the object or list around a field decides about it. */
export interface Around extends LabelContext {
  isReadOnly: boolean;
  /** The titles of the groups around it. */
  titles: readonly string[];
  /** The host's `ui_schema` at this path. */
  hostUi: UiSchema | undefined;
}

/** Our own members of `ui:options`; a theme may ignore them. */
export interface ThemeOptions {
  /** The title with the HTML of the schema. */
  titleMarkup?: string;
  /** A description for each of the `enum`'s values. */
  enumDescriptions?: readonly (string | undefined)[];
  /** The options are searched by typing: one of a closed list, or a city, which may be another text. */
  search?: 'options' | 'cities';
  /** What the entries of a list are called. */
  entry?: string;
  /** The choice between the branches of a `oneOf` or `anyOf`, before the fields of the chosen one. */
  choice?: ChoiceOptions;
}

/** What RJSF renders of a value, or of a branch of it. */
export type RenderedBranch = Pick<FieldInfo, 'schema' | 'uiSchema'>;

export interface ChoiceOptions {
  choice: Choice;
  /** The names of its branches. */
  labels: readonly string[];
  /** Absent: asks to choose, below a heading. */
  title?: FieldMessages;
  /** The select has the field's hint and error, too. */
  isWhole?: boolean;
  isRequired?: boolean;
  /** What the chosen branch asks. */
  chosen?: RenderedBranch;
}

/** The members of {@link ThemeOptions} in a `uiSchema`. */
export function themeOptions(uiSchema: UiSchema | undefined): ThemeOptions {
  return (uiSchema?.['ui:options'] ?? {}) as ThemeOptions;
}

/** Keywords that RJSF would act on itself, or that only the model reads. */
const MODEL_ONLY = new Set(['default', 'deprecated', 'readOnly', NULLABLE, OPTION_DETAILS]);

/** A schema of the model for RJSF: the model gives the defaults, and decides what is shown as text. */
export function plainSchema(schema: RJSFSchema): RJSFSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !MODEL_ONLY.has(keyword)));
}

/** Names that RJSF's paths or a `uiSchema` give another meaning to. */
const TAKEN = /^(?:$|\*$|__proto__$|classNames$|ui:|\uE000)/;

/** The name of a property in RJSF's paths, and in the schemas that RJSF gets. */
export const encodeName = (name: string): string => (TAKEN.test(name) ? `\uE000${name}` : name);
