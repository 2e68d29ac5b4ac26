import { SCHEMA_LIMITS } from './schema-rules.ts';

/** A browser does not match longer texts against a pattern. */
const MAX_BROWSER_TEXT = 500;
/** Three loops, as in `\S+@\S+\.\S+`: each has a way for each length of the text, and for none. */
const MAX_WAYS = (MAX_BROWSER_TEXT + 1) ** 3;

/** Where a schema keeps a `pattern` that only the proxy checks. Browsers ignore it. */
export const PROXY_PATTERN = 'x-proxy-pattern';

/**
 * `browser`: cheap for every engine · `proxy`: maybe slow, so only the proxy checks it, in a thread with
 * a deadline · `unusable`: no regular expression.
 */
export interface PatternVerdict {
  use: 'browser' | 'proxy' | 'unusable';
  /** The pattern, written so that it compiles with the flag `u`. */
  pattern: string;
}

export function checkPattern(source: string): PatternVerdict {
  const pattern = [source, withoutNeedlessEscapes(source)].find(compiles);
  if (pattern === undefined || source.length > SCHEMA_LIMITS.pattern_characters)
    return { use: 'unusable', pattern: source };
  return { use: isCheap(pattern) ? 'browser' : 'proxy', pattern };
}

/** An escaped character or a class, the start of a group, a quantifier, or another character. */
const TOKEN =
  /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/g;

/** More rounds of a loop with a choice in it are too many. */
const MAX_NESTED_ROUNDS = 4;

/** An open group, or a closed one that a quantifier may follow. */
interface Group {
  isLookaround: boolean;
  /** The ways before it. */
  waysBefore: number;
  alternatives: number;
}

/**
 * Whether an engine that backtracks matches the pattern in bounded time: no loop contains a loop or an
 * alternative, and the choices multiply to few ways.
 *
 * @param pattern - compiles with the flag `u`
 */
function isCheap(pattern: string): boolean {
  let ways = 1;
  const open: Group[] = [];
  let closed: Group | undefined;
  for (const [token] of pattern.matchAll(TOKEN)) {
    const range = rangeOf(token);
    if (range) {
      const [min, max] = range;
      const waysOfRound = closed ? ways / closed.waysBefore : 1;
      if (waysOfRound > 1 && max > MAX_NESTED_ROUNDS) return false;
      ways *= waysOfRound ** Math.max(max - 1, 0) * (max - min + 1);
    } else if (token.startsWith('('))
      open.push({ isLookaround: /[=!]$/.test(token), waysBefore: ways, alternatives: 1 });
    const group = open.at(-1);
    if (token === '|' && group) group.alternatives += 1;
    closed = token === ')' ? open.pop() : undefined;
    if (closed) ways *= closed.alternatives;
    if (ways > MAX_WAYS) return false;
    // It reads the text on its own: its ways do not multiply with others.
    if (closed?.isLookaround) ways = closed.waysBefore;
  }
  return true;
}

/** How often a quantifier repeats; `undefined` for another token. */
function rangeOf(token: string): [number, number] | undefined {
  if (/^[*+?]/.test(token))
    return [token.startsWith('+') ? 1 : 0, token.startsWith('?') ? 1 : MAX_BROWSER_TEXT];
  const [, min, isRange, max] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  if (min === undefined) return undefined;
  const most = isRange === '' ? min : max === '' ? Infinity : max;
  return [Number(min), Number(most)].map((one) => Math.min(one, MAX_BROWSER_TEXT)) as [
    number,
    number,
  ];
}

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
