import { fileURLToPath } from 'node:url';
import { startChild } from './start-child.ts';

/** A throw-away Postgres that can be broken off. */
export interface OwnPostgres {
  url: string;
  /** Ends it as a crash does. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

const RUN = fileURLToPath(new URL('../../../scripts/test/postgres.mjs', import.meta.url));

/** `undefined` when this machine has none and none can be installed. */
export async function startOwnPostgres(): Promise<OwnPostgres | undefined> {
  const child = await startChild([RUN], {}, /^(?:ready (\S+)|none)$/);
  const order = async (word: string): Promise<void> => {
    const done = child.line(new RegExp(`^${word}$`));
    child.tell(word);
    await done;
  };
  if (child.ready === 'none') return undefined;
  return {
    url: child.ready,
    down: () => order('down'),
    up: () => order('up'),
    stop: () => child.endInput(),
  };
}
