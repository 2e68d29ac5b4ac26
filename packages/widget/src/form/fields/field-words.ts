import type { RJSFSchema } from '@rjsf/utils';
import type { DocumentName } from '../../i18n/known-fields.ts';
import type { FieldWords, Messages } from '../../i18n/messages.ts';
import { cityExample } from './city-example.ts';
import { countryOf } from './city-reading.ts';
import { pathOf } from './field-id.ts';
import { identityDocument } from './identity-document.ts';
import { knownField } from './known-field.ts';
import { phonePrefix } from './phone-number.ts';
import { isPlainTitle } from './plain-title.ts';

const INDEX = /^\d+$/;

/** Where the words of a form come from. */
export interface WordSource {
  messages: Messages;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

/**
 * What a field is called: by the host page, else by its schema's `title`, else by our words for a
 * field that the service is known to ask for, else by its name made readable. A title that only names
 * a known field is said in the candidate's language. A schema's `description` is its hint. A list is
 * called by what it holds many of.
 *
 * @param documentType - what is chosen beside an identity number as its type
 */
export function fieldWords(
  rjsfId: string,
  schema: RJSFSchema,
  source: WordSource,
  documentType?: unknown,
): FieldWords {
  const path = pathOf(rjsfId);
  const given = source.messages.byHost?.fields.get(path.at(-1) ?? '');
  const title = given?.label ?? titleOf(path, schema);
  const words = wordsOf(path, title, {
    ...source,
    document: documentOf(rjsfId, schema, source, documentType),
    cityCountry: countryOf(schema.pattern) ?? source.country,
  });
  const many = schema.type === 'array' ? (given?.many ?? words.many) : undefined;
  const label = many ?? words.label;
  const ask = given?.ask ?? (given?.label ? source.messages.ask(given.label) : words.ask);
  const hint = given?.hint ?? describedHint(path, schema, source) ?? words.hint;
  return { label, ask, ...(hint && { hint }) };
}

/** A schema's description; of a city it may tell of codes alone, and nobody knows theirs. */
function describedHint(
  path: readonly string[],
  schema: RJSFSchema,
  { messages }: WordSource,
): string | undefined {
  const { description } = schema;
  const isTyped = !(schema.enum ?? schema.oneOf ?? schema.anyOf);
  if (!description || !isTyped || knownField(path) !== 'city_locode') return description;
  return `${description.replace(/(?<![.!?…])\s*$/, '.')} ${messages.cityByName}`;
}

/** The identity document whose number a field asks for; `undefined` when it asks for none, or any. */
export function documentOf(
  rjsfId: string,
  { title }: RJSFSchema,
  { country }: Pick<WordSource, 'country'>,
  type: unknown,
): DocumentName | undefined {
  const path = pathOf(rjsfId);
  switch (knownField(path)) {
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

/**
 * What one entry of a list is called, for the button that adds one and above the entry: by its own
 * title, else by the list's.
 */
export function entryLabel(rjsfId: string, schema: RJSFSchema, source: WordSource): string {
  const name = pathOf(rjsfId).at(-1) ?? '';
  const given = source.messages.byHost?.fields.get(name)?.label;
  if (given !== undefined) return given;
  const { items } = schema;
  const title = typeof items === 'object' && !Array.isArray(items) ? items.title : undefined;
  return title ?? titleOf([name], schema) ?? named([name], source).label;
}

/** A schema's title, unless our words say the same in the candidate's language. */
function titleOf(path: readonly string[], { title }: RJSFSchema): string | undefined {
  return title === undefined || isPlainTitle(knownField(path), title) ? undefined : title;
}

/**
 * The words of the entry of a list at an id.
 *
 * @param entry - what all entries are called; `undefined` when each has a title of its own
 */
export function entryWords(
  rjsfId: string,
  { title }: RJSFSchema,
  entry: string | undefined,
  source: WordSource,
): FieldWords {
  const path = pathOf(rjsfId);
  if (entry === undefined && title !== undefined) return titled(title, source);
  const label = entry ?? named(path.slice(0, -1), source).label;
  return titled(source.messages.item(label, Number(path.at(-1)) + 1), source);
}

/** The words' source, and the document that is meant where a field asks for its number. */
interface NumberSource extends WordSource {
  document?: DocumentName | undefined;
  /** Whose city a field asks for. */
  cityCountry?: string | null;
}

function wordsOf(path: string[], title: string | undefined, source: NumberSource): FieldWords {
  const name = path.at(-1) ?? '';
  if (!INDEX.test(name) || path.length === 1) {
    const words = named(path, source);
    const known = knownField(path);
    if (!title) return words;
    if (known === undefined) return titled(title, source);
    // A title says what it needs itself; the hint of a document comes with the type that was chosen.
    return source.document ? { ...words, label: title } : { label: title, ask: words.ask };
  }
  const entry = title ?? named(path.slice(0, -1), source).label;
  return titled(source.messages.item(entry, Number(name) + 1), source);
}

function titled(title: string, { messages }: WordSource): FieldWords {
  return { label: title, ask: messages.ask(title) };
}

function named(path: readonly string[], source: NumberSource): FieldWords {
  const { messages, country, document, cityCountry = country } = source;
  const known = knownField(path);
  if (known === undefined) return titled(readable(path.at(-1) ?? ''), { messages, country });
  if (document !== undefined) return messages.documents[document];
  const words = messages.fields[known];
  if (known === 'city_locode')
    return { hint: messages.cityHint(cityExample(cityCountry, messages.language)), ...words };
  const isPhone = known === 'phone' || known === 'referee_phone';
  if (!isPhone || phonePrefix(country) === undefined) return words;
  // The prefix stands before the number: nobody need be told to type it.
  return { label: words.label, ask: words.ask };
}

function readable(name: string): string {
  const spaced = name.replaceAll(/[_-]+/g, ' ').trim();
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
