import type { RJSFSchema } from '@rjsf/utils';
import {
  DOCUMENT_COUNTRIES,
  KNOWN_FIELDS,
  type DocumentCountry,
  type KnownField,
} from '../../messages/known-fields.ts';
import type { FieldWords, Messages } from '../../messages/messages.ts';
import { pathOf } from './field-id.ts';

const SAME_FIELD: Record<string, KnownField> = { date_of_birth: 'dob', references: 'referees' };
const INDEX = /^\d+$/;

/** Where the words of a form come from. */
export interface WordSource {
  messages: Messages;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

/**
 * What a field is called: by the host page, else by its schema's `title`, else by our words for a
 * field that the service is known to ask for, else by its name made readable. A schema's
 * `description` is its hint.
 */
export function fieldWords(rjsfId: string, schema: RJSFSchema, source: WordSource): FieldWords {
  const path = pathOf(rjsfId);
  const given = source.messages.byHost?.fields.get(path.at(-1) ?? '');
  const title = given?.label ?? schema.title;
  const words = wordsOf(path, title, source);
  const ask = given?.ask ?? (given?.label ? source.messages.ask(given.label) : words.ask);
  const hint = given?.hint ?? schema.description ?? words.hint;
  return hint ? { ...words, ask, hint } : { ...words, ask };
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
  return title ?? schema.title ?? named(name, source).label;
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
  const label = entry ?? named(path.at(-2) ?? '', source).label;
  return titled(source.messages.item(label, Number(path.at(-1)) + 1), source);
}

function wordsOf(path: string[], title: string | undefined, source: WordSource): FieldWords {
  const name = path.at(-1) ?? '';
  if (!INDEX.test(name) || path.length === 1)
    return title ? { label: title, ask: askFor(name, title, source) } : named(name, source);
  const entry = title ?? named(path.at(-2) ?? '', source).label;
  return titled(source.messages.item(entry, Number(name) + 1), source);
}

function titled(title: string, { messages }: WordSource): FieldWords {
  return { label: title, ask: messages.ask(title) };
}

/** How a field with a title of its schema is asked for: by our words when it is a known one. */
function askFor(name: string, title: string, source: WordSource): string {
  const known = knownField(name);
  if (known === undefined) return source.messages.ask(title);
  const words = named(name, source);
  // A country's name for its document may differ from the one in the title.
  return words.label === title ? words.ask : source.messages.fields[known].ask;
}

function named(name: string, source: WordSource): FieldWords {
  const known = knownField(name);
  if (known === undefined) return titled(readable(name), source);
  if (known === 'document_id') return documentWords(source);
  return source.messages.fields[known];
}

/** The known field of this name; `undefined` when it is none. */
export function knownField(name: string): KnownField | undefined {
  return Object.hasOwn(SAME_FIELD, name)
    ? SAME_FIELD[name]
    : KNOWN_FIELDS.find((field) => field === name);
}

function documentWords({ messages, country }: WordSource): FieldWords {
  const isKnown = (code: string | null): code is DocumentCountry =>
    DOCUMENT_COUNTRIES.some((known) => known === code);
  return isKnown(country) ? messages.documents[country] : messages.fields.document_id;
}

function readable(name: string): string {
  const spaced = name.replaceAll(/[_-]+/g, ' ').trim();
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
