import type { RJSFSchema } from '@rjsf/utils';
import { formatMessage } from '../../i18n/format-message.ts';
import type { FieldMessages, Messages, MessageSource } from '../../i18n/messages.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';
import { childPointer, keyOf, parentOf } from '../../validation/json.ts';
import { identityDocument } from './identity-documents.ts';
import { exampleFor } from './patterns.ts';
import { isConsent, isPhone } from './kinds.ts';
import { withoutMarkup } from './markup.ts';
import { entrySchema } from './options.ts';
import { phoneExample, phonePrefix } from './phone-number.ts';
import { isGenericTitle, standardField } from './match-standard-field.ts';

/** What a field's label and hint depend on beside its schema. */
export interface LabelContext {
  /** What the entries of the list around it are called. `null`: each has its own title, as in a tuple. */
  entry: string | null | undefined;
  /** Another field of the object around it has the same title. */
  hasSharedTitle: boolean;
  /** The document type that is chosen beside a document number. */
  documentType: unknown;
  /** The host's `ui_schema`. */
  hostUi: Readonly<Record<string, unknown>> | undefined;
}

/** Label and hint of a field or a list entry: the host's `ui:title` and `ui:description` come before all others. */
export function messagesAt(
  pointer: string,
  given: RJSFSchema,
  { entry, hasSharedTitle, documentType, hostUi }: LabelContext,
  source: MessageSource,
): FieldMessages {
  const { title } = given;
  const name = readableName(keyOf(pointer));
  const isNamed = hasSharedTitle && title !== undefined && title !== name;
  const schema = isNamed ? { ...given, title: `${title} – ${name}` } : given;
  const own =
    entry === undefined
      ? fieldMessages(pointer, schema, source, documentType)
      : entryMessages(pointer, schema, entry ?? undefined, source);
  // The entries of a list are told apart by their numbers.
  const hostTitle = typeof entry === 'string' ? undefined : hostUi?.['ui:title'];
  return withHostTexts(own, hostTitle, hostUi?.['ui:description'], source);
}

/**
 * Label and hint of a field: the host page's, else the schema's `title` and `description`, else ours
 * for a standard field, else its property name. A title that only repeats the name of a standard
 * field is replaced with ours, which is in the candidate's language.
 *
 * @param documentType - the document type chosen beside a document number
 */
export function fieldMessages(
  pointer: string,
  schema: RJSFSchema,
  source: MessageSource,
  documentType?: unknown,
): FieldMessages {
  const { messages } = source;
  const given = messages.byHost?.fields.get(keyOf(pointer));
  const title = titleOf(pointer, schema);
  const own = ownMessages(
    pointer,
    title,
    source,
    documentOf(pointer, schema, source, documentType),
  );
  const isList = schema.type === 'array';
  const ownLabel = (isList ? own.many : undefined) ?? own.label;
  const label = (isList ? given?.many : undefined) ?? given?.label ?? ownLabel;
  const ask = given?.ask ?? (given?.label ? quoted(given.label, messages) : own.ask);
  const example = exampleOf(pointer, schema) ?? ownExample(pointer, schema, source);
  const hint = given?.hint ?? hintOf(pointer, schema, { title, own: own.hint, example }, messages);
  // The title without its HTML is the label.
  const markup = label === title && given?.label === undefined ? schema.title : undefined;
  const isLongConsent = isConsent(schema) && label.length > MAX_QUOTED;
  return {
    label,
    ask: isLongConsent ? messages.thisBox : ask,
    ...(hint && { hint }),
    ...(example !== undefined && { example }),
    ...(markup !== undefined && markup !== label && { markup }),
  };
}

/**
 * Label and hint of an array entry, e.g. `Reference 2`.
 *
 * @param entry - the label of all entries; `undefined` in a tuple, where each has its own title
 */
function entryMessages(
  pointer: string,
  schema: RJSFSchema,
  entry: string | undefined,
  source: MessageSource,
): FieldMessages {
  const { messages } = source;
  const { hint, example } = fieldMessages(pointer, schema, source);
  const own = entry === undefined && schema.title ? plainTitle(schema.title) : undefined;
  const list = entry ?? named(parentOf(pointer), source).label;
  const label = own ?? formatMessage(messages.item, list, Number(keyOf(pointer)) + 1);
  return {
    ...titled(label, messages),
    ...(hint && { hint }),
    ...(example !== undefined && { example }),
  };
}

/**
 * The label of all entries of an array: their own title, else the array's.
 *
 * @param hostTitle - the host's `ui:title` of the entries or the array, which comes before all others
 */
export function entryLabel(
  pointer: string,
  schema: RJSFSchema,
  source: MessageSource,
  hostTitle?: unknown,
): string {
  if (isText(hostTitle)) return plainTitle(hostTitle);
  // Its name counts, wherever the list is.
  const name = keyOf(pointer);
  const top = childPointer('', name);
  const given = source.messages.byHost?.fields.get(name)?.label;
  if (given !== undefined) return given;
  const own = entrySchema(schema)?.title;
  const title = own === undefined ? titleOf(top, schema) : plainTitle(own);
  return title ?? named(top, source).label;
}

/** The identity document whose number a field holds; `undefined` if none, or any. */
export function documentOf(
  pointer: string,
  { title }: RJSFSchema,
  { country }: Pick<MessageSource, 'country'>,
  type: unknown,
): DocumentName | undefined {
  switch (standardField(pointer)) {
    case 'document_id':
      return identityDocument({ country, title, type });
    case 'document_id_alt':
      return country === 'BR' && (title === undefined || /\brg\b/i.test(title))
        ? 'br_rg'
        : undefined;
    default:
      return undefined;
  }
}

interface HintParts {
  title: string | undefined;
  own: string | undefined;
  example: string | undefined;
}

/** Our hint for standard fields, so that languages do not mix; else the description and an example. */
function hintOf(
  pointer: string,
  schema: RJSFSchema,
  { title, own, example }: HintParts,
  messages: Messages,
): string | undefined {
  const { description } = schema;
  if (standardField(pointer) === 'city_locode') return messages.cityHint;
  if (own !== undefined && title === undefined) return own;
  const text = description ?? own;
  // The prefix beside the input says enough, until something is wrong.
  if (isPhone(pointer, schema)) return text;
  if (example === undefined || text?.includes(example)) return text;
  return [text, formatMessage(messages.exampleHint, example)].filter(Boolean).join('\n');
}

/** The first example of the schema, for text and numbers that are typed. */
function exampleOf(pointer: string, schema: RJSFSchema): string | undefined {
  const { examples, enum: values, format = '' } = schema;
  if (!Array.isArray(examples) || values !== undefined || standardField(pointer) !== undefined)
    return undefined;
  if (/^(date|time|date-time|password|data-url)$/.test(format)) return undefined;
  const example: unknown = examples[0];
  return typeof example === 'string' || typeof example === 'number' ? String(example) : undefined;
}

/** A title for sentences: without its HTML, and without the colon or asterisk of a form on paper. */
const plainTitle = (title: string): string => withoutMarkup(title).replace(/(?<=\S)\s*[:*]+$/, '');

/** An example where neither the schema nor the label says how to write the value. */
function ownExample(
  pointer: string,
  schema: RJSFSchema,
  { country }: MessageSource,
): string | undefined {
  const canBeWrong = schema.pattern !== undefined;
  if (isPhone(pointer, schema)) return canBeWrong ? phoneExample(country) : undefined;
  return standardField(pointer) === undefined ? exampleFor(schema) : undefined;
}

/** The schema's title, unless our label says the same in the candidate's language. */
function titleOf(pointer: string, schema: RJSFSchema): string | undefined {
  const title = schema.title && plainTitle(schema.title);
  return title && isGenericTitle(standardField(pointer), title) ? undefined : title;
}

/** The messages for a title, or for a field without one. */
function ownMessages(
  pointer: string,
  title: string | undefined,
  source: MessageSource,
  document: DocumentName | undefined,
): FieldMessages {
  if (title && standardField(pointer) === undefined) return titled(title, source.messages);
  const own = named(pointer, source, document);
  if (!title) return own;
  // A custom title explains itself, so our hint is dropped; a document's hint is its format.
  return document ? { ...own, label: title } : { label: title, ask: own.ask };
}

/** A longer label is cut where a message repeats it. */
const MAX_QUOTED = 80;

function quoted(label: string, messages: Messages): string {
  if (label.length <= MAX_QUOTED) return formatMessage(messages.ask, label);
  const start = label.slice(0, MAX_QUOTED).replace(/\s+\S*$/, '');
  return formatMessage(messages.ask, `${start}…`);
}

const titled = (title: string, messages: Messages): FieldMessages => ({
  label: title,
  ask: quoted(title, messages),
});

function withHostTexts(
  own: FieldMessages,
  title: unknown,
  description: unknown,
  { messages }: MessageSource,
): FieldMessages {
  const hint = isText(description) && { hint: description };
  if (!isText(title)) return { ...own, ...hint };
  const { markup: _markup, ...others } = own;
  const label = plainTitle(title);
  return {
    ...others,
    ...titled(label, messages),
    ...(label !== title && { markup: title }),
    ...hint,
  };
}

const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';

/** Our messages for a standard field, else those for its readable property name. */
function named(
  pointer: string,
  { messages, country }: MessageSource,
  document?: DocumentName,
): FieldMessages {
  const known = standardField(pointer);
  if (known === undefined) return titled(readableName(keyOf(pointer)), messages);
  if (document !== undefined) return messages.documents[document];
  const own = messages.fields[known];
  const isPhoneField = known === 'phone' || known === 'referee_phone';
  if (!isPhoneField || phonePrefix(country) === undefined) return own;
  // The prefix is shown before the input, so the hint about it is not needed.
  const hint = messages.phoneHints[country ?? ''];
  return { label: own.label, ask: own.ask, ...(hint !== undefined && { hint }) };
}

/** `Start date` for `start_date`, `startDate`, `start-date`, or `view:startDate`. */
export function readableName(name: string): string {
  const words = name
    .replace(/^[a-z]\w*:(?=[a-z])/i, '')
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .split(/\s+/);
  const isCapitalized = (word: string) => /^\p{Lu}\p{Ll}+$/u.test(word);
  const text = words.map((word, index) =>
    index > 0 && isCapitalized(word) ? word.toLowerCase() : word,
  );
  const spaced = text.join(' ');
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
