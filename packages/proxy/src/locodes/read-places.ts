import { CsvError, parse } from 'csv-parse/sync';
import type { City } from './plugin.ts';

/** The places of each country, by its upper-case code. */
export type Places = ReadonlyMap<string, readonly City[]>;

/** A file is not part of the UN/LOCODE list. The message names it and says why. */
export class NotLocodes extends Error {}

interface Entry {
  record: string[];
  info: { lines: number };
}

const COUNTRY = /^[A-Z]{2}$/;
const LOCATION = /^[A-Z2-9]{3}$/;
/** One character for each function; the order of `Function` and `Status` depends on the edition. */
const FUNCTIONS = /^[0-9B-]{8}$/;
/** Everything but fixed installations, such as an offshore platform (7), and border crossings (B). */
const LIVED_IN = /[0-68]/;
const AIRPORT = /\b(apt|airport|aeropuerto|aeroporto)\b/i;
const REMOVED = 'X';

/**
 * Reads the parts of the official CSV list: without a header, columns Change, Country, Location, Name,
 * NameWoDiacritics, Subdivision, Function, Status, … Leaves out entries without a code, entries to be
 * removed, and uninhabited places. Sorts by name. Throws {@link NotLocodes}.
 *
 * @param files - with their names for messages; UTF-8, otherwise Latin-1
 */
export function readPlaces(files: readonly { name: string; bytes: Uint8Array }[]): Places {
  const countries = new Map<string, Map<string, string>>();
  for (const { name, bytes } of files)
    for (const { record, info } of entriesOf(name, decode(bytes))) {
      const [change, country = '', location = '', own = '', plain = ''] = record;
      if (country === 'Country' || country === 'LOCODE') continue;
      const isEntry = COUNTRY.test(country) && record.length > 7;
      if (!isEntry || !(location === '' || LOCATION.test(location)))
        throw new NotLocodes(`${name}, line ${info.lines}: not an entry of UN/LOCODE`);
      if (location === '' || change === REMOVED || !isLivedIn(record, own)) continue;
      const places = countries.get(country) ?? new Map<string, string>();
      countries.set(country, places.set(country + location, own || plain));
    }
  return new Map([...countries].map(([country, places]) => [country, sorted(places)]));
}

function entriesOf(name: string, text: string): Entry[] {
  try {
    return parse(text, {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Entry[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new NotLocodes(`${name}, line ${String(error['lines'])}: not CSV`);
  }
}

/** Older editions are in Latin-1, where a letter with an accent is never valid UTF-8. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function isLivedIn(record: readonly string[], name: string): boolean {
  const functions = record.slice(6, 8).find((column) => FUNCTIONS.test(column));
  return (functions === undefined || LIVED_IN.test(functions)) && !AIRPORT.test(name);
}

function sorted(places: ReadonlyMap<string, string>): City[] {
  const { compare } = new Intl.Collator('es');
  return [...places]
    .map(([locode, name]) => ({ locode, name }))
    .toSorted((one, other) => compare(one.name, other.name));
}
