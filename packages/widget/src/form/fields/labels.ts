import type { RJSFSchema } from '@rjsf/utils';
import type { FieldMessages, Messages } from '../../i18n/messages.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';
import { pathOf } from './field-id.ts';
import { identityDocument } from './identity-documents.ts';
import { countryOf } from './parsing.ts';
import { phonePrefix } from './phone-number.ts';
import { isGenericTitle, standardField } from './standard-field.ts';

const INDEX = /^\d+$/;

/** Where labels come from. */
export interface MessageSource {
  messages: Messages;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

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
    cityCountry: countryOf(schema.pattern) ?? source.country,
  });
  const many = schema.type === 'array' ? (given?.many ?? messages.many) : undefined;
  const label = many ?? messages.label;
  const ask = given?.ask ?? (given?.label ? source.messages.ask(given.label) : messages.ask);
  const hint = given?.hint ?? describedHint(path, schema, source) ?? messages.hint;
  return { label, ask, ...(hint && { hint }) };
}

/** The schema's description; candidates do not know the code of their city. */
function describedHint(
  path: readonly string[],
  schema: RJSFSchema,
  { messages }: MessageSource,
): string | undefined {
  const { description } = schema;
  const isTyped = !(schema.enum ?? schema.oneOf ?? schema.anyOf);
  if (!description || !isTyped || standardField(path) !== 'city_locode') return description;
  return `${description.replace(/(?<![.!?…])\s*$/, '.')} ${messages.cityByName}`;
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
  /** The country whose city the field holds. */
  cityCountry?: string | null;
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

function titled(title: string, { messages }: MessageSource): FieldMessages {
  return { label: title, ask: messages.ask(title) };
}

function named(path: readonly string[], source: NumberSource): FieldMessages {
  const { messages, country, document, cityCountry = country } = source;
  const known = standardField(path);
  if (known === undefined) return titled(readable(path.at(-1) ?? ''), { messages, country });
  if (document !== undefined) return messages.documents[document];
  const own = messages.fields[known];
  if (known === 'city_locode')
    return { hint: messages.cityHint(cityExample(cityCountry, messages.language)), ...own };
  const isPhone = known === 'phone' || known === 'referee_phone';
  if (!isPhone || phonePrefix(country) === undefined) return own;
  // The prefix is shown before the input, so the hint about it is not needed.
  return { label: own.label, ask: own.ask };
}

function readable(name: string): string {
  const spaced = name.replaceAll(/[_-]+/g, ' ').trim();
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const LIMA = 'PE LIM';
const CURITIBA = 'BR CWB';

/** The code of a well-known city of each country. */
const CITIES: Readonly<Record<string, string>> = {
  BR: CURITIBA,
  CL: 'CL SCL',
  CO: 'CO BOG',
  CR: 'CR SJO',
  EC: 'EC UIO',
  MX: 'MX MEX',
  PA: 'PA PTY',
  PE: LIMA,
};

/** @param language - BCP 47 tag */
export function cityExample(country: string | null, language: string): string {
  return CITIES[country ?? ''] ?? (/^pt\b/i.test(language) ? CURITIBA : LIMA);
}
