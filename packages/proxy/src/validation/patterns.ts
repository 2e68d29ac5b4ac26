import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type * as Re2 from 're2js';
import { isCheap, MAX_BROWSER_TEXT } from './pattern-cost.ts';
import { SCHEMA_LIMITS } from './schema-rules.ts';

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
