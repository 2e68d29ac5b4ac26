import { type Checker, compileChecker } from 'precandidate-proxy';
import { parentPort } from 'node:worker_threads';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pairsOf } from './pairs.ts';
import type { Range } from './range.ts';

/** The proxy's outcomes for the same pairs. In threads, because compiling takes most of the time. */
function outcomesOf({ seed, from, to }: Range): (Outcome | undefined)[][] {
  return Array.from({ length: to - from }, (_, offset) => {
    const { schema, data } = pairsOf(seed, from + offset);
    const checker = compileChecker(schema);
    return data.map((item) => outcome(checker, item));
  });
}

/** `undefined` where AJV's code for `unevaluatedProperties` throws. */
function outcome(checker: Checker, item: unknown): Outcome | undefined {
  try {
    // Like the proxy, ignore the errors of items that `contains` skipped.
    return outcomeOf(checker(item).filter(({ schemaPath }) => !schemaPath.includes('/contains/')));
  } catch (error) {
    if ((error as Error).message.startsWith('Cannot set properties of undefined')) return undefined;
    throw error;
  }
}

parentPort?.on('message', (range: Range) => parentPort?.postMessage(outcomesOf(range), []));
