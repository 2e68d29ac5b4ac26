import { createRequire } from 'node:module';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { LRUCache } from 'lru-cache';
import type * as Re2 from 're2js';
import { SCHEMA_LIMITS } from './schema-rules.ts';

/** A browser does not match longer texts against a pattern; the proxy does, in linear time. */
const MAX_BROWSER_TEXT = 500;
/** Three loops, as in `\S+@\S+\.\S+`: each has a way for each length of the text, and for none. */
const MAX_WAYS = (MAX_BROWSER_TEXT + 1) ** 3;

/** Where a schema keeps a `pattern` that only the proxy checks. Browsers ignore it. */
export const PROXY_PATTERN = 'x-proxy-pattern';

/**
 * `browser`: cheap for every engine · `proxy`: slow in a browser, so only the proxy's linear-time
 * engine checks it · `unusable`: no regular expression, or too slow for both.
 */
export interface PatternVerdict {
  use: 'browser' | 'proxy' | 'unusable';
  /** The pattern, written so that it compiles with the flag `u`. */
  pattern: string;
}

const verdicts = new LRUCache<string, PatternVerdict>({ max: 1_000, memoMethod: judge });
const require = createRequire(import.meta.url);

/** Who can check the pattern of a schema. The verdict depends on nothing but the pattern. */
export const checkPattern = (source: string): PatternVerdict => verdicts.memo(source);

function judge(source: string): PatternVerdict {
  const pattern = [source, withoutNeedlessEscapes(source)].find(compiles);
  if (pattern === undefined || source.length > SCHEMA_LIMITS.pattern_characters)
    return { use: 'unusable', pattern: source };
  if (isCheap(pattern)) return { use: 'browser', pattern };
  return { use: linear(pattern) ? 'proxy' : 'unusable', pattern };
}

/**
 * Whether a backtracking engine matches the pattern in bounded time. Counts the ways that it may try for
 * a text of `MAX_BROWSER_TEXT` characters, as if all of its loops and alternatives could match anywhere.
 * A choice inside a loop, as in `(a+)+`, multiplies with each round: that is too many, unless a separator
 * divides the rounds, as in `(-a+)*`.
 *
 * @param pattern - compiles with the flag `u`
 */
function isCheap(pattern: string): boolean {
  const parsed = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  return waysOf(parsed) <= MAX_WAYS;
}

function waysOf(node: AST.Pattern | AST.Alternative | AST.Element): number {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return waysOfAny(node.alternatives);
    case 'Alternative':
      return node.elements.reduce((product, element) => product * waysOf(element), 1);
    case 'Quantifier':
      return waysToRepeat(hasSeparator(node.element) ? 1 : waysOf(node.element), node);
    case 'Assertion':
      // Look-around reads the text on its own: its ways do not multiply with others.
      if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') return 1;
      return waysOfAny(node.alternatives) <= MAX_WAYS ? 1 : Infinity;
    default:
      return 1;
  }
}

const waysOfAny = (alternatives: readonly AST.Alternative[]): number =>
  alternatives.reduce((sum, alternative) => sum + waysOf(alternative), 0);

function waysToRepeat(ways: number, { min, max }: AST.Quantifier): number {
  const fewest = Math.min(min, MAX_BROWSER_TEXT);
  const most = Math.min(max, MAX_BROWSER_TEXT);
  let sum = 0;
  for (let rounds = fewest; rounds <= most; rounds += 1) sum += ways ** rounds;
  return sum;
}

/**
 * Whether each round of a loop begins or ends with a character that occurs nowhere else in it, and has
 * one way to match a text of given length: then there is one way to divide a text into rounds.
 */
function hasSeparator(element: AST.QuantifiableElement): boolean {
  const characters = roundOf(element)?.characters ?? [];
  return [characters.at(0), characters.at(-1)].some(
    (separator) =>
      separator?.isRequired === true &&
      characters.every((each) => each === separator || !overlap(each.atom, separator.atom)),
  );
}

interface Round {
  characters: { atom: string; isRequired: boolean }[];
  /** How many of its parts vary in length. */
  loops: number;
}

/** A group that has one way to match a text of given length: only one of its parts varies in length. */
function roundOf(group: AST.QuantifiableElement): Round | undefined {
  if (group.type !== 'Group' && group.type !== 'CapturingGroup') return undefined;
  const round: Round = { characters: [], loops: 0 };
  for (const part of group.alternatives[0]?.elements ?? []) {
    const [element, isFixed, isRequired] =
      part.type === 'Quantifier'
        ? [part.element, part.min === part.max, part.min === 1 && part.max === 1]
        : [part, true, true];
    if (!isFixed) round.loops += 1;
    if (isCharacter(element)) round.characters.push({ atom: element.raw, isRequired });
    else if (part.type === 'Quantifier' && part.max === 1) {
      const inner = roundOf(part.element);
      // It could match the empty text in two ways.
      if (!inner?.characters.some((each) => each.isRequired)) return undefined;
      const optional = inner.characters.map(({ atom }) => ({ atom, isRequired: false }));
      round.characters.push(...optional);
    } else if (element.type !== 'Assertion' || waysOf(element) > 1) return undefined;
  }
  return group.alternatives.length === 1 && round.loops <= 1 ? round : undefined;
}

const isCharacter = ({ type }: AST.Element): boolean =>
  type === 'Character' || type === 'CharacterClass' || type === 'CharacterSet';

/** Latin letters, digits, and signs, and a few characters of other kinds. */
const SAMPLES = [...Array(0x250).keys(), 0x3b1, 0x416, 0x5d0, 0x2003, 0x2019, 0x20ac, 0x4e2d].map(
  (code) => String.fromCodePoint(code),
);

/** Whether two atoms such as `[a-z]` match the same character; in doubt, they do. */
function overlap(one: string, other: string): boolean {
  const [ofOne, ofOther] = [one, other].map((atom) => {
    const expression = new RegExp(`^${atom}$`, 'u');
    return SAMPLES.filter((sample) => expression.test(sample));
  });
  if (!ofOne?.length || !ofOther?.length) return true;
  return ofOne.some((sample) => ofOther.includes(sample));
}

interface Matcher {
  test(text: string): boolean;
  toString(): string;
}

/** AJV's `code.regExp`: native where the pattern is cheap, else in linear time. */
export function compilePattern(pattern: string): Matcher {
  const native = new RegExp(pattern, 'u');
  const isNative = checkPattern(pattern).use === 'browser';
  let engine: Matcher | undefined;
  return {
    test(text) {
      if (isNative && text.length <= MAX_BROWSER_TEXT) return native.test(text);
      engine ??= linear(pattern) ?? native;
      return engine.test(text);
    },
    // AJV keeps one matcher for each text.
    toString: () => String(native),
  };
}
// AJV requires it for standalone code, which we do not generate.
compilePattern.code = 'compilePattern';

/** A class such as `[a-z]`, or an escaped character. */
const CLASS_OR_ESCAPE = /\[(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]/g;
/** With the flag `u`, characters without a special meaning must not be escaped, as in `\@`. */
const NEEDLESS_ESCAPE = /\\(?=['"@ _:,;#%&!<>=`~°])/g;

function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replaceAll(CLASS_OR_ESCAPE, (found) =>
    // Only inside a class does `-` have a meaning.
    found === '\\-' ? '-' : found.replaceAll(NEEDLESS_ESCAPE, ''),
  );
}

/** A first match too: V8 compiles a pattern at its first use, and may find it too large then. */
function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u').test('');
    return true;
  } catch {
    return false;
  }
}

/** `undefined` where RE2 lacks something, such as look-ahead. */
function linear(pattern: string): Matcher | undefined {
  // Loaded for the first pattern that needs it: most forms have none.
  const { RE2JS } = require('re2js') as typeof Re2;
  try {
    const engine = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text) => engine.test(text) };
  } catch {
    return undefined;
  }
}
