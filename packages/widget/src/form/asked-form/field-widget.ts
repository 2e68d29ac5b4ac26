import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FieldMessages, MessageSource } from '../../i18n/messages.ts';
import { autofillToken } from '../fields/autofill.ts';
import { isNumeric } from '../fields/identity-documents.ts';
import { canWarn, type FieldKind, fieldKind, textKind } from '../fields/kinds.ts';
import { documentOf } from '../fields/labels.ts';
import { entrySchema, fieldOptions, type Option } from '../fields/options.ts';
import { isDigitsOnly } from '../fields/patterns.ts';
import type { ValueNode } from '../model/value-nodes.ts';
import {
  type Around,
  type FieldInfo,
  type InputMethod,
  plainSchema,
  type ThemeOptions,
} from './field-info.ts';

/** The widget of each kind of field, by RJSF's name, and how errors ask for a value. */
const WIDGETS: Record<FieldKind, [widget: string, inputMethod: InputMethod]> = {
  checkboxes: ['checkboxes', 'chosen'],
  city: ['text', 'typed'],
  consent: ['checkbox', 'ticked'],
  date: ['date', 'typed'],
  'date-time': ['datetime', 'typed'],
  file: ['file', 'chosen'],
  list: ['select', 'listed'],
  'long-text': ['textarea', 'typed'],
  none: ['text', 'typed'],
  password: ['password', 'typed'],
  radios: ['radio', 'chosen'],
  select: ['select', 'chosen'],
  several: ['select', 'listed'],
  text: ['text', 'typed'],
  time: ['time', 'typed'],
};

/** What a host may ask for instead: a widget that can give every value that the field accepts. */
const OTHER_WIDGETS: Partial<Record<FieldKind, Partial<Record<string, FieldKind>>>> = {
  checkboxes: { select: 'several' },
  list: { radio: 'radios', select: 'select' },
  'long-text': { text: 'text', password: 'password' },
  password: { text: 'text' },
  radios: { select: 'select' },
  select: { radio: 'radios' },
  several: { checkboxes: 'checkboxes' },
  text: { textarea: 'long-text', password: 'password' },
};

export type Leaf = Pick<
  FieldInfo,
  'schema' | 'uiSchema' | 'inputMethod' | 'document' | 'isDigitsOnly' | 'canWarn'
>;

/**
 * A field with one answer, for RJSF's StringField, BooleanField, or ArrayField.
 *
 * @param ui - its texts
 * @param accepts - whether its schema accepts a text
 */
export function leafOf(
  { node, pointer }: ValueNode,
  { hostUi, titles, documentType }: Around,
  { ui, messages }: { ui: UiSchema; messages: FieldMessages },
  source: MessageSource,
  accepts: (text: string) => boolean,
): Leaf {
  const { schema: given } = node;
  const own = fieldKind(given, textKind(pointer, given, accepts));
  const isText = own === 'text' || own === 'long-text';
  const isNumber =
    isText && [given.type].flat().some((type) => type === 'number' || type === 'integer');
  const kind = isNumber ? own : (OTHER_WIDGETS[own]?.[String(hostUi?.['ui:widget'])] ?? own);
  const [widget, inputMethod] = WIDGETS[kind];
  const options = fieldOptions(given, source, hostUi?.['ui:enumNames']);
  const { titleMarkup, ...theme } = themeOptionsOf(kind, options, messages);
  const isList = given.type === 'array';
  const document = documentOf(pointer, given, source, documentType);
  // Without a chosen type or a title, it may be the number of a passport, too.
  const isNamed = Boolean(documentType) || given.title !== undefined;
  return {
    schema: plainLeaf(given, options, kind),
    uiSchema: {
      ...ui,
      'ui:widget': textWidgetOf(kind, hostUi) ?? (kind === 'file' && isList ? 'files' : widget),
      ...(kind === 'none' && { 'ui:disabled': true }),
      ...(options.length > 0 && {
        'ui:enumNames': options.map((each) => each.markup ?? each.label),
      }),
      ...autocompleteOf(pointer, [...titles, given.title ?? ''], given.format, hostUi),
      'ui:options': {
        ...hostOptions(hostUi),
        ...theme,
        ...(titleMarkup !== undefined && { titleMarkup }),
      },
    },
    inputMethod,
    document,
    isDigitsOnly: (isNamed && isNumeric(document)) || isDigitsOnly(given.pattern ?? ''),
    canWarn: canWarn(pointer, given, own),
  };
}

/** Texts that a host gives another keyboard. */
function textWidgetOf(kind: FieldKind, hostUi: UiSchema | undefined): string | undefined {
  const widget: unknown = hostUi?.['ui:widget'];
  return kind === 'text' && (widget === 'email' || widget === 'uri') ? widget : undefined;
}

function themeOptionsOf(
  kind: FieldKind,
  options: readonly Option[],
  { markup }: FieldMessages,
): ThemeOptions {
  const isSearched = kind === 'list' || kind === 'several';
  return {
    ...(markup !== undefined && { titleMarkup: markup }),
    ...(isSearched && { search: 'options' as const }),
    ...(kind === 'city' && { search: 'cities' as const }),
    ...(options.some(({ description }) => description !== undefined) && {
      enumDescriptions: options.map(({ description }) => description),
    }),
  };
}

/** An option may be any JSON: RJSF would render the fields of an object. */
function plainLeaf(given: RJSFSchema, options: readonly Option[], kind: FieldKind): RJSFSchema {
  const schema = plainSchema(given);
  const values = options.length > 0 && {
    enum: options.map(({ value }) => value) as RJSFSchema['enum'],
  };
  const type = leafType(given.type, kind);
  if (type === 'array') {
    const items = plainSchema(entrySchema(given) ?? {});
    return { ...schema, type, items: { ...items, ...values } };
  }
  if (type === 'boolean' || values === false) return { ...schema, type };
  // Without a type, an option may be of any.
  if (given.type === undefined) return { ...schema, ...values };
  const isNullable = options.some(({ value }) => value === null);
  return { ...schema, type: isNullable ? [type, 'null' as const].flat() : type, ...values };
}

/** Of several types, RJSF renders the first. Its NumberField keeps a text that is no number. */
function leafType(given: RJSFSchema['type'], kind: FieldKind): NonNullable<RJSFSchema['type']> {
  const types = [given].flat().filter((each) => each !== 'null' && each !== 'object');
  const [only] = types;
  if (types.length === 1 && only !== undefined) return only;
  const hasNumbers = types.includes('number') || types.includes('integer');
  if (hasNumbers && !types.includes('string')) return 'number';
  return hasNumbers && kind === 'text' ? ['number', 'string'] : 'string';
}

function autocompleteOf(
  pointer: string,
  titles: readonly string[],
  format: string | undefined,
  hostUi: UiSchema | undefined,
) {
  const token = hostUi?.['ui:autocomplete'] ?? autofillToken(pointer, titles, format);
  // React's type lacks some of HTML's tokens.
  return token === undefined ? {} : { 'ui:autocomplete': token as AutoFill };
}

function hostOptions(hostUi: UiSchema | undefined) {
  const { rows, inline } = hostUi?.['ui:options'] ?? {};
  return { ...(typeof rows === 'number' && { rows }), ...(inline === true && { inline }) };
}
