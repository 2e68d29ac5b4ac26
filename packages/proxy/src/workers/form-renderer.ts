import { TaskError, WorkerPool } from './worker-pool.ts';

export interface FormToRender {
  /** The schema as JSON, which crosses threads faster than an object. */
  schema: string;
  locale: string;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

/** Beyond this, the browser renders the form itself. */
const MAX_WAITING = 32;
const DEADLINE_MS = 1_000;

export type FormRenderer = ReturnType<typeof createFormRenderer>;

/**
 * Renders forms in a worker thread, so that no schema can block the server. The thread starts with the
 * first form: React and RJSF take memory that not every proxy needs.
 */
export function createFormRenderer(deadlineMs = DEADLINE_MS) {
  const pool = new WorkerPool<FormToRender, string>({
    module: new URL('./rendering-thread', import.meta.url),
    deadlineMs,
    maxThreads: 1,
  });

  return {
    /** The fields as HTML. Rejects with {@link TaskError}. */
    async render(form: FormToRender): Promise<string> {
      if (pool.waiting >= MAX_WAITING) throw new TaskError('busy');
      return pool.run(form);
    },
    close: () => pool.close(),
  };
}
