import { type Checker, compileChecker } from 'precandidate-proxy';
import { parentPort } from 'node:worker_threads';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pairsOf } from './pairs.ts';
import type { Range } from './range.ts';

/** The proxy's outcomes for the same pairs. In threads, because compiling takes most of the time. */
function outcomesOf({ seed, from, to }: Range): Outcome[][] {
  return Array.from({ length: to - from }, (_, offset) => {
    const { schema, data } = pairsOf(seed, from + offset);
    const checker = compileChecker(schema);
    return data.map((item) => outcome(checker, item));
  });
}

/** Like the proxy, ignores the errors of items that `contains` skipped. */
function outcome(checker: Checker, item: unknown): Outcome {
  return outcomeOf(checker(item).filter(({ schemaPath }) => !schemaPath.includes('/contains/')));
}

parentPort?.on('message', (range: Range) => parentPort?.postMessage(outcomesOf(range), []));
