import type { RJSFSchema } from '@rjsf/utils';
import type { FieldMessages, MessageSource } from '../../i18n/messages.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';
import { pathOf } from './field-id.ts';
import { identityDocument } from './identity-documents.ts';
import { isConsent } from './kinds.ts';
import { phonePrefix } from './phone-number.ts';
import { isGenericTitle, standardField } from './standard-field.ts';

const INDEX = /^\d+$/;

/**
 * Label and hint of a field: the host page's, else the schema's `title` and `description`, else ours
 * for a standard field, else its property name. A title that only repeats the name of a standard
 * field is replaced with ours, which is in the candidate's language.
 *
 * @param documentType - the document type chosen beside a document number
 */
export function fieldMessages(
  rjsfId: string,
  schema: RJSFSchema,
  source: MessageSource,
  documentType?: unknown,
): FieldMessages {
  const path = pathOf(rjsfId);
  const given = source.messages.byHost?.fields.get(path.at(-1) ?? '');
  const title = given?.label ?? titleOf(path, schema);
  const messages = messagesOf(path, title, {
    ...source,
    document: documentOf(rjsfId, schema, source, documentType),
  });
  const many = schema.type === 'array' ? (given?.many ?? messages.many) : undefined;
  const label = many ?? messages.label;
  const ask = given?.ask ?? (given?.label ? quoted(given.label, source) : messages.ask);
  const example = exampleOf(path, schema);
  const hint = given?.hint ?? hintOf(path, schema, { title, own: messages.hint, example }, source);
  const isLongConsent = isConsent(schema) && label.length > MAX_QUOTED;
  return {
    label,
    ask: isLongConsent ? source.messages.thisBox : ask,
    ...(hint && { hint }),
    ...(example !== undefined && { example }),
  };
}

interface HintParts {
  title: string | undefined;
  own: string | undefined;
  example: string | undefined;
}

/** Our hint for standard fields, so that languages do not mix; else the description and an example. */
function hintOf(
  path: readonly string[],
  { description }: RJSFSchema,
  { title, own, example }: HintParts,
  { messages }: MessageSource,
): string | undefined {
  if (standardField(path) === 'city_locode') return messages.cityHint;
  if (own !== undefined && title === undefined) return own;
  const text = description ?? own;
  if (example === undefined || text?.includes(example)) return text;
  return [text, messages.exampleHint(example)].filter(Boolean).join('\n');
}

/** The first example of the schema, for text and numbers that are typed. */
function exampleOf(path: readonly string[], schema: RJSFSchema): string | undefined {
  const { examples, enum: values, format = '' } = schema;
  if (!Array.isArray(examples) || values !== undefined || standardField(path) !== undefined)
    return undefined;
  if (/^(date|time|date-time|password|data-url)$/.test(format)) return undefined;
  const example: unknown = examples[0];
  return typeof example === 'string' || typeof example === 'number' ? String(example) : undefined;
}

/** The identity document whose number a field holds; `undefined` if none, or any. */
export function documentOf(
  rjsfId: string,
  { title }: RJSFSchema,
  { country }: Pick<MessageSource, 'country'>,
  type: unknown,
): DocumentName | undefined {
  const path = pathOf(rjsfId);
  switch (standardField(path)) {
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

/** The label of one entry of an array: its own title, else the array's. */
export function entryLabel(rjsfId: string, schema: RJSFSchema, source: MessageSource): string {
  const name = pathOf(rjsfId).at(-1) ?? '';
  const given = source.messages.byHost?.fields.get(name)?.label;
  if (given !== undefined) return given;
  const { items } = schema;
  const title = typeof items === 'object' && !Array.isArray(items) ? items.title : undefined;
  return title ?? titleOf([name], schema) ?? named([name], source).label;
}

/** The schema's title, unless our label says the same in the candidate's language. */
function titleOf(path: readonly string[], { title }: RJSFSchema): string | undefined {
  return title === undefined || isGenericTitle(standardField(path), title) ? undefined : title;
}

/**
 * Label of an entry, e.g. `Reference 2`.
 *
 * @param entry - the label of all entries; `undefined` in a tuple, where each has its own title
 */
export function entryMessages(
  rjsfId: string,
  { title }: RJSFSchema,
  entry: string | undefined,
  source: MessageSource,
): FieldMessages {
  const path = pathOf(rjsfId);
  if (entry === undefined && title !== undefined) return titled(title, source);
  const label = entry ?? named(path.slice(0, -1), source).label;
  return titled(source.messages.item(label, Number(path.at(-1)) + 1), source);
}

interface NumberSource extends MessageSource {
  document?: DocumentName | undefined;
}

function messagesOf(
  path: string[],
  title: string | undefined,
  source: NumberSource,
): FieldMessages {
  const name = path.at(-1) ?? '';
  if (!INDEX.test(name) || path.length === 1) {
    const own = named(path, source);
    const known = standardField(path);
    if (!title) return own;
    if (known === undefined) return titled(title, source);
    // A custom title explains itself, so our hint is dropped; a document's hint is its format.
    return source.document ? { ...own, label: title } : { label: title, ask: own.ask };
  }
  const entry = title ?? named(path.slice(0, -1), source).label;
  return titled(source.messages.item(entry, Number(name) + 1), source);
}

/** A longer label is cut where a message repeats it. */
const MAX_QUOTED = 80;

function quoted(label: string, { messages }: Pick<MessageSource, 'messages'>): string {
  if (label.length <= MAX_QUOTED) return messages.ask(label);
  return messages.ask(`${label.slice(0, MAX_QUOTED).replace(/\s+\S*$/, '')}…`);
}

function titled(title: string, { messages }: MessageSource): FieldMessages {
  return { label: title, ask: quoted(title, { messages }) };
}

function named(path: readonly string[], source: NumberSource): FieldMessages {
  const { messages, country, document } = source;
  const known = standardField(path);
  if (known === undefined) return titled(readableName(path.at(-1) ?? ''), { messages, country });
  if (document !== undefined) return messages.documents[document];
  const own = messages.fields[known];
  const isPhone = known === 'phone' || known === 'referee_phone';
  if (!isPhone || phonePrefix(country) === undefined) return own;
  // The prefix is shown before the input, so the hint about it is not needed.
  return { label: own.label, ask: own.ask };
}

/** `Start date` for `start_date`, `startDate`, or `start-date`. */
export function readableName(name: string): string {
  const words = name
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .split(/\s+/);
  const text = words.map((word, index) => (index > 0 && isCapitalized(word) ? lower(word) : word));
  const spaced = text.join(' ');
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const isCapitalized = (word: string) => /^\p{Lu}\p{Ll}+$/u.test(word);
const lower = (word: string) => word.toLowerCase();
