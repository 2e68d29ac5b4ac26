export interface Choice {
  /** The text of the input once it is chosen; unique in its list. */
  text: string;
  /** Another text that finds it, such as a UN/LOCODE. */
  code?: string;
}

/** As `plainText` in `i18n/`: a shared module would become a chunk that both wait for. */
function plainText(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll("'", '’');
  return plain.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** More letters shorten a longer list. */
const MAX_RESULTS = 100;

/**
 * Choices that match a text, best first: those that it names, then beginning with the text or its code, then with a
 * word that begins with it, then containing it. All choices for an empty text.
 */
export function findChoices(choices: readonly Choice[], text: string): Choice[] {
  const query = plainText(text);
  if (query === '') return choices.slice(0, MAX_RESULTS);
  const ranks: Choice[][] = [[], [], [], []];
  for (const choice of choices)
    ranks[isExactMatch(choice, text) ? 0 : rankOf(choice, query)]?.push(choice);
  return ranks.flat().slice(0, MAX_RESULTS);
}

export function isExactMatch({ text, code = '' }: Choice, typed: string): boolean {
  const query = plainText(typed);
  return plainText(text) === query || code.toLowerCase() === query.replaceAll(/[\s-]/g, '');
}

function rankOf({ text, code = '' }: Choice, query: string): number {
  const folded = plainText(text);
  if (folded.startsWith(query) || codeStartsWith(code, query)) return 1;
  if (folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query))) return 2;
  return folded.includes(query) ? 3 : Infinity;
}

/** `PE LIM`, `PELIM`, and `LIM` mean the same code. */
function codeStartsWith(code: string, query: string): boolean {
  const bare = query.replaceAll(/[\s-]/g, '');
  const own = code.toLowerCase();
  return bare.length > 1 && (own.startsWith(bare) || own.slice(2).startsWith(bare));
}

interface City {
  locode: string;
  name: string;
}

export interface Cities {
  choices: readonly Choice[];
  /** The UN/LOCODE of a name or code, e.g. `PELIM`; `undefined` if it names no city, or several. */
  codeOf: (text: string) => string | undefined;
  nameOf: (code: string) => string | undefined;
}

const lists = new Map<string, Promise<Cities>>();
/** Pauses between requests that fail, which double. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Fetches the cities of a country, once per page, and again until that works.
 *
 * @param proxyUrl - ends with `/`
 * @param isWanted - asked before each further request
 */
export async function readCities(
  proxyUrl: string,
  country: string,
  isWanted: () => boolean,
): Promise<Cities | undefined> {
  const url = new URL(`locodes/${country.toLowerCase()}.json`, proxyUrl).href;
  for (let pause = FIRST_PAUSE_MS; isWanted(); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const list = lists.get(url) ?? fetchCities(url);
    lists.set(url, list);
    try {
      return await list;
    } catch {
      if (lists.get(url) === list) lists.delete(url);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return undefined;
}

async function fetchCities(url: string): Promise<Cities> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error('There is no list');
  return toCities((await response.json()) as City[]);
}

/** Appends the code to a name that several cities share. */
export function toCities(list: readonly City[]): Cities {
  const times = new Map<string, number>();
  for (const { name } of list) times.set(plainText(name), (times.get(plainText(name)) ?? 0) + 1);
  const choices = list.map(({ name, locode }) => ({
    text: times.get(plainText(name)) === 1 ? name : `${name} (${locode})`,
    code: locode,
  }));
  const byText = new Map(choices.map(({ text, code }) => [plainText(text), code]));
  const byCode = new Map(choices.map(({ text, code }) => [code, text]));
  const bare = (text: string) => plainText(text).replaceAll(/[\s-]/g, '').toUpperCase();
  return {
    choices,
    codeOf: (text) =>
      byText.get(plainText(text)) ?? (byCode.has(bare(text)) ? bare(text) : undefined),
    nameOf: (code) => byCode.get(bare(code)),
  };
}
