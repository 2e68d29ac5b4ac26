import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type * as RedosDetector from 'redos-detector';
import { SCHEMA_LIMITS } from './schema-rules.ts';

/** The steps end what is hard to judge, the same on every machine; the time, only what hangs. */
const DETECTOR = { unicode: true, maxSteps: 1_000, timeout: 200 } as const;
const require = createRequire(import.meta.url);
const verdicts = new LRUCache<string, boolean>({ max: 1_000 });

/** Time left for looking at the patterns of one schema. */
export interface PatternBudget {
  left_ms: number;
  /** Whether a pattern was left out only because a busy machine gave no time to judge it. */
  isSpent: boolean;
}
export const newPatternBudget = (): PatternBudget => ({ left_ms: 500, isSpent: false });

/**
 * Whether a pattern compiles as JSON Schema reads it (flag `u`) and cannot be made to backtrack
 * without end. One that cannot be judged in time counts as unsafe, for this once.
 */
export function isSafePattern(pattern: string, budget: PatternBudget): boolean {
  const known = verdicts.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > SCHEMA_LIMITS.pattern_characters) return false;
  const verdict = budget.left_ms > 0 ? timed(pattern, budget) : undefined;
  if (verdict === undefined) budget.isSpent = true;
  else verdicts.set(pattern, verdict);
  return verdict ?? false;
}

function timed(pattern: string, budget: PatternBudget): boolean | undefined {
  const start = performance.now();
  const verdict = compiles(pattern) ? judge(pattern) : false;
  budget.left_ms -= performance.now() - start;
  return verdict;
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

/** `undefined`: it took too long. The detector throws on syntax that it does not know. */
function judge(pattern: string): boolean | undefined {
  try {
    // Loaded when the first pattern comes: most schemas have none.
    const detector = require('redos-detector') as typeof RedosDetector;
    const { safe, error } = detector.isSafePattern(pattern, DETECTOR);
    return error === 'timedOut' ? undefined : safe;
  } catch {
    return false;
  }
}
