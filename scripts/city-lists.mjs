// node scripts/city-lists.mjs <folder> [country …]: adds to packages/proxy/src/locodes/main-cities.json what a
// release of UN/LOCODE knows. The folder holds its files “UNLOCODE CodeListPart*.csv”, from
// https://unece.org/trade/cefact/UNLOCODE-Download. Countries that the list has, and those that you name, get
// every place with an airport. A name that the list has stays: it is the one that candidates use.
// No build runs this, and the list is in git: a build would have to download the release (ADR 10).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = new URL('../packages/proxy/src/locodes/main-cities.json', import.meta.url);
/** Position of a column in the release's files, which have no header. */
const COLUMN = { country: 1, code: 2, name: 3, functions: 7 };
const AIRPORT = '4';

/** The cells of a line; a cell in quotation marks may contain commas. */
function cellsOf(line) {
  const cells = line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g);
  return [...cells].map(([, cell]) => cell.replaceAll(/^"|"$/g, '').replaceAll('""', '"'));
}

/**
 * @param known - country → code → name
 * @param text - of one file of a release
 * @returns `known` with the places of `countries` that have an airport, sorted by name
 */
export function withPlaces(known, text, countries) {
  const lists = new Map(countries.map((country) => [country, { ...known[country] }]));
  for (const line of text.split(/\r?\n/)) {
    const cells = cellsOf(line);
    const list = lists.get(cells[COLUMN.country]);
    const code = cells[COLUMN.code];
    if (!list || !code || !cells[COLUMN.functions]?.includes(AIRPORT)) continue;
    // “Köln (Cologne)” and “Wien/Vienna”: the local name comes first.
    const name = cells[COLUMN.name].split(/ ?[(/]/)[0];
    if (!Object.values(list).includes(name)) list[code] ??= name;
  }
  const sorted = (list) => Object.entries(list).sort(([, a], [, b]) => byName(a, b));
  const entries = [...lists].map(([country, list]) => [country, Object.fromEntries(sorted(list))]);
  return Object.fromEntries(entries.sort(([a], [b]) => byName(a, b)));
}

function byName(a, b) {
  const plain = (name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain(a) < plain(b) ? -1 : 1;
}

if (import.meta.main) {
  const [folder, ...added] = process.argv.slice(2);
  const files = readdirSync(folder).filter((name) => /^.*CodeListPart\d\.csv$/.test(name));
  let lists = JSON.parse(readFileSync(LIST, 'utf8'));
  const countries = [
    ...new Set([...Object.keys(lists), ...added.map((each) => each.toUpperCase())]),
  ];
  // The files are in Latin-1.
  for (const name of files)
    lists = withPlaces(lists, readFileSync(join(folder, name), 'latin1'), countries);
  writeFileSync(LIST, `${JSON.stringify(lists, null, 2)}\n`);
}
