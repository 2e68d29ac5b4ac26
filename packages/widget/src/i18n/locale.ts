import LANGUAGES from './languages.build.ts';
import type { Message, PluralForms } from './format-message.ts';
import type { HostLanguage, HostMessages } from './messages.ts';
import type { Unreachable } from './problem-messages.ts';
import { textsOf } from './texts-of.ts';

/** The language of an element, and its host messages. */
export interface LocaleChoice {
  /** BCP 47, lower case. */
  language: string;
  /** The requested tag, e.g. `es-PE`; its region decides the number format. */
  tag: string;
  dir: 'ltr' | 'rtl';
  /** Our language for messages that the host does not override. */
  base: string;
  /** The host's messages; later ones override earlier ones. */
  layers: readonly HostLanguage[];
}

/** Without a tag that we have. */
const DEFAULT_LANGUAGE = 'es';

/**
 * Chooses the first available language: one of the host's, else the one that the proxy chose. Before the
 * proxy has responded, the first of ours, `es` if there is none. Each tag falls back to its wider ones:
 * `es-MX`, then `es`.
 *
 * @param tags - BCP 47, preferred first; absent ones are skipped
 * @param host - the element's own messages, of any type
 * @param chosen - the proxy's `Bootstrap.locale`
 */
export function chooseLocale(
  tags: readonly (string | null | undefined)[],
  host: HostMessages | null,
  chosen?: string,
): LocaleChoice {
  const added = Object.entries(textsOf(host)).flatMap(([tag, messages]) =>
    typeof messages === 'object' ? [[tag.toLowerCase(), messages as HostLanguage] as const] : [],
  );
  const isOurs = (range: string) => Object.hasOwn(LANGUAGES, range);
  const ours = chosen === undefined ? Object.keys(LANGUAGES) : rangesOf(chosen).filter(isOurs);
  const available: readonly string[] = [...ours, ...added.map(([tag]) => tag)];
  const preferred = [...tags, chosen ?? DEFAULT_LANGUAGE];
  const requested = preferred.flatMap((tag) => rangesOf(tag ?? ''));
  const language = requested.find((range) => available.includes(range)) ?? DEFAULT_LANGUAGE;
  // The proxy's tag has the region of the candidate's country where the others have none.
  const tag =
    [chosen, ...preferred].find((each) => rangesOf(each ?? '').includes(language)) ?? language;
  const ranges = rangesOf(language);
  // Messages of wider tags come first, so that narrower ones override them.
  const layers = ranges
    .toReversed()
    .flatMap((range) => added.filter(([each]) => each === range))
    .map(([, messages]) => messages);
  const base = baseOf(ranges, layers);
  const hostDir = layers.findLast((layer) => layer.dir)?.dir;
  const ownDir = ranges.includes(base) ? LANGUAGES[base]?.dir : undefined;
  const dir = (hostDir ?? ownDir) === 'rtl' ? 'rtl' : 'ltr';
  return { language, tag: tag.replaceAll('_', '-'), dir, layers, base };
}

/** A lower-case tag and its wider ones: `es-mx`, `es`. */
function rangesOf(tag: string): string[] {
  const subtags = tag.toLowerCase().split(/[-_]/);
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

function baseOf(ranges: readonly string[], layers: readonly HostLanguage[]): string {
  const base: unknown = layers.findLast((layer) => layer.base)?.base;
  const wanted = typeof base === 'string' ? [base, ...ranges] : ranges;
  return wanted.find((language) => Object.hasOwn(LANGUAGES, language)) ?? 'en';
}

/** Messages for a failed first load: ours with the host's overrides. */
export function unreachableMessages({ base, layers }: LocaleChoice): Unreachable {
  const theirs = layers.flatMap(({ unreachable }) => Object.entries(unreachable ?? {}));
  const usable = theirs.filter(([name, text]) => isMessage(text, name === 'retryIn'));
  return Object.assign({}, LANGUAGES[base]?.unreachable, Object.fromEntries(usable));
}

function isMessage(given: unknown, hasForms: boolean): boolean {
  if (!hasForms) return typeof given === 'string';
  const text = typeof given === 'string' ? given : (given as Partial<PluralForms>).other;
  return typeof text === 'string' && text.includes('{n}');
}

/** When the next retry starts, in the plural form of the language. No chunk shares `formatMessage`. */
export function retryText({ language }: LocaleChoice, message: Message, seconds: number): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[pluralRule(language, seconds)] ?? message.other);
  return text.replace('{n}', String(seconds));
}

/** A host may add a language under a tag that is none. */
function pluralRule(language: string, count: number): Intl.LDMLPluralRule {
  try {
    return new Intl.PluralRules(language).select(count);
  } catch {
    return 'other';
  }
}

/** Whether two choices give the same messages. */
export function isSame(one: LocaleChoice | undefined, other: LocaleChoice): boolean {
  return (
    one?.language === other.language &&
    one.layers.length === other.layers.length &&
    one.layers.every((layer, index) => layer === other.layers[index])
  );
}
