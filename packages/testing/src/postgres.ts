/** A Postgres that a test may stop. */
export interface TestPostgres {
  url: string;
  /** Crashes it. */
  down(): Promise<void>;
  /** Starts it again on the same data. */
  up(): Promise<void>;
  /** Suspends it with its connections open. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** A script without types. */
const SCRIPT = new URL('../../../scripts/test/postgres.mjs', import.meta.url).href;

/** `undefined` when this machine has no Postgres. */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const script = (await import(SCRIPT)) as { startPostgres: typeof startPostgres };
  return script.startPostgres();
}
