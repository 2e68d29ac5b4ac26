import type { Choice } from './choice.ts';
import { foldText } from './fold-text.ts';

/** A city as the proxy lists it. */
interface City {
  locode: string;
  name: string;
}

/** The cities of a country, to choose from and to read. */
export interface Cities {
  choices: readonly Choice[];
  /** The code that a text means, by name or by code, e.g. `PELIM`; `undefined` when it means none, or several. */
  codeOf: (text: string) => string | undefined;
  /** What a code is called; `undefined` for other text. */
  nameOf: (text: string) => string | undefined;
}

const lists = new Map<string, Promise<Cities>>();

/**
 * The list of a country, fetched once in the life of a page.
 *
 * @param proxyUrl - ends with `/`
 * @returns `undefined` when the country has none, or when it cannot be had now
 */
export async function readCities(proxyUrl: string, country: string): Promise<Cities | undefined> {
  const url = new URL(`locodes/${country.toLowerCase()}.json`, proxyUrl).href;
  const list = lists.get(url) ?? fetchCities(url);
  lists.set(url, list);
  try {
    return await list;
  } catch {
    lists.delete(url);
    return undefined;
  }
}

async function fetchCities(url: string): Promise<Cities> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error('There is no list');
  return toCities((await response.json()) as City[]);
}

/** A name that several cities have is followed by its code. */
export function toCities(list: readonly City[]): Cities {
  const times = new Map<string, number>();
  for (const { name } of list) times.set(foldText(name), (times.get(foldText(name)) ?? 0) + 1);
  const choices = list.map(({ name, locode }) => ({
    text: times.get(foldText(name)) === 1 ? name : `${name} (${locode})`,
    code: locode,
  }));
  const byText = new Map(choices.map(({ text, code }) => [foldText(text), code]));
  const byCode = new Map(choices.map(({ text, code }) => [code, text]));
  const bare = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();
  return {
    choices,
    codeOf: (text) =>
      byText.get(foldText(text)) ?? (byCode.has(bare(text)) ? bare(text) : undefined),
    nameOf: (text) => byCode.get(bare(text)),
  };
}
