import { type JobFailure, WorkerPool } from './worker-pool.ts';

export interface FormToRender {
  /** The schema as JSON, which crosses threads faster than an object. */
  schema: string;
  locale: string;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

export class RenderingError extends Error {
  /** Whether the form is to blame, so that it need not be tried again. */
  readonly isLasting: boolean;

  constructor(failure: JobFailure | 'busy') {
    super(`The form was not rendered: ${failure}`);
    this.name = 'RenderingError';
    this.isLasting = ['impossible', 'late', 'out-of-memory'].includes(failure);
  }
}

/** Beyond this, the browser renders the form itself. */
const MAX_WAITING = 32;
const DEADLINE_MS = 1_000;

export type FormRenderer = ReturnType<typeof createFormRenderer>;

/**
 * Renders forms in a worker thread, so that no schema can block the server. The thread starts with the
 * first form: React and RJSF take memory that not every proxy needs.
 */
export function createFormRenderer(options: { deadline_ms?: number | undefined } = {}) {
  const { deadline_ms = DEADLINE_MS } = options;
  const pool = new WorkerPool<FormToRender, string>({
    module: new URL('./rendering-worker', import.meta.url),
    deadline_ms,
    maxThreads: 1,
    errorOf: (failure) => new RenderingError(failure),
  });

  return {
    /** The fields as HTML. Rejects with {@link RenderingError}. */
    async render(form: FormToRender): Promise<string> {
      if (pool.waiting >= MAX_WAITING) throw new RenderingError('busy');
      return pool.run(form);
    },
    close: () => pool.close(),
  };
}
