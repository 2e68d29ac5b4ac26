import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createJobWorker } from './jobs.ts';

/** Deletes what has expired by `now`; resolves to the number of deleted rows by kind. */
type Purge = (now: number) => Promise<Readonly<Record<string, number>>>;

declare module 'fastify' {
  interface FastifyInstance {
    housekeeping: {
      /** Each feature adds the purge of its own tables. */
      add(purge: Purge): void;
      /** Runs every purge now. One that fails does not stop the others. */
      run(): Promise<void>;
      /** Starts the hourly runs. */
      start(): Promise<void>;
    };
  }
}

const QUEUE = 'purge';
const EVERY_MS = 60 * 60_000;
const LEASE_MS = 60_000;

/** Deletes expired rows once an hour: no candidate's data is kept longer than needed. */
export const housekeeping = fp(
  async (app: App) => {
    const { db, jobs, clock, metrics, onBackgroundError: onError } = app;
    const purges: Purge[] = [];

    async function run(): Promise<void> {
      const now = clock.now();
      for (const purge of purges)
        await purge(now).then((counts) => {
          for (const [what, count] of Object.entries(counts)) metrics.purged(what, count);
        }, onError);
      await db.forgetDeleted().catch(onError);
    }

    const worker = createJobWorker<true>(jobs, {
      queue: QUEUE,
      concurrency: 1,
      leaseMs: LEASE_MS,
      load: async (keys) => new Map(keys.map((key) => [key, true])),
      run: async () => {
        await run();
        return { dueAt: clock.now() + EVERY_MS };
      },
      onError,
    });
    app.decorate('housekeeping', {
      add: (purge) => void purges.push(purge),
      run,
      async start() {
        await jobs.schedule(QUEUE, ['hourly'], clock.now());
        await worker.start();
      },
    });
    app.addHook('onClose', () => worker.stop());
  },
  { name: 'housekeeping', dependencies: ['database', 'metrics'] },
);
