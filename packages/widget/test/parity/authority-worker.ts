import { type Checker, compileChecker } from 'precandidate-proxy';
import { parentPort } from 'node:worker_threads';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pairsOf } from './pairs.ts';
import type { Range } from './range.ts';

/** The proxy's outcomes for the same pairs: made in threads, since compiling takes most of the time. */
function outcomesOf({ seed, from, to }: Range): (Outcome | undefined)[][] {
  return Array.from({ length: to - from }, (_, offset) => {
    const { schema, data } = pairsOf(seed, from + offset);
    const checker = compileChecker(schema);
    return data.map((item) => outcome(checker, item));
  });
}

/** `undefined` where AJV fails on its own code for `unevaluatedProperties`. */
function outcome(checker: Checker, item: unknown): Outcome | undefined {
  try {
    // As the proxy does: what is wrong with the items that `contains` passed over is not told.
    return outcomeOf(checker(item).filter(({ schemaPath }) => !schemaPath.includes('/contains/')));
  } catch (error) {
    if ((error as Error).message.startsWith('Cannot set properties of undefined')) return undefined;
    throw error;
  }
}

parentPort?.on('message', (range: Range) => parentPort?.postMessage(outcomesOf(range), []));
