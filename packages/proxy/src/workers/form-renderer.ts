import { type JobFailure, WorkerPool } from './worker-pool.ts';

/** What a form is rendered from. */
export interface FormToRender {
  /** The schema as JSON, which crosses threads faster than an object. */
  schema: string;
  /** BCP 47. */
  locale: string;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

/** Renders forms in a worker thread, so that no schema can block the server. */
export interface FormRenderer {
  /** The fields as HTML. Rejects with {@link RenderingError}. */
  render(form: FormToRender): Promise<string>;
  /** Ends the worker. */
  close(): Promise<void>;
}

/** Why nothing was rendered. */
export class RenderingError extends Error {
  /** Whether the form is to blame, so that it need not be tried again. */
  readonly isLasting: boolean;

  constructor(failure: JobFailure | 'busy') {
    super(`The form was not rendered: ${failure}`);
    this.name = 'RenderingError';
    this.isLasting = ['impossible', 'late', 'out-of-memory'].includes(failure);
  }
}

export interface FormRendererOptions {
  /** Longest time for one form, in ms; default 1000. */
  deadline_ms?: number | undefined;
}

const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** Beyond this, the browser renders the form itself. */
const MOST_WAITING = 32;

/** The thread starts with the first form: React and RJSF take memory that not every proxy needs. */
export function createFormRenderer({
  deadline_ms = 1_000,
}: FormRendererOptions = {}): FormRenderer {
  const worker = new WorkerPool<FormToRender, string>({
    module: new URL('./rendering-worker', import.meta.url),
    deadline_ms,
    memory: MEMORY,
    maxThreads: 1,
    errorOf: (failure) => new RenderingError(failure),
  });

  return {
    async render(form) {
      if (worker.waiting >= MOST_WAITING) throw new RenderingError('busy');
      return worker.run(form);
    },
    close: () => worker.close(),
  };
}
