import type { PageWords, PostReading } from 'precandidate-form/server';
import { WorkerPool } from './worker-pool.ts';
import type { JobFailure } from './worker-slot.ts';
import type { FormToDraw, PostedForm, RenderingAnswer, RenderingJob } from './rendering-job.ts';

/** Draws forms in a worker thread, so that no schema can hold up the server. */
export interface FormRenderer {
  /** The fields as mark-up. Like all below, rejects with {@link DrawingError}. */
  draw(form: FormToDraw): Promise<string>;
  /** What was posted, and the form with it. */
  read(posted: PostedForm): Promise<PostReading>;
  /** Words for a page around a form. */
  words(locale: string): Promise<PageWords>;
  /** Ends the worker. */
  close(): Promise<void>;
}

/** Why nothing was drawn. */
export class DrawingError extends Error {
  /** Whether the form is to blame, so that it need not be tried again. */
  readonly isLasting: boolean;

  constructor(failure: JobFailure | 'busy') {
    super(`The form was not drawn: ${failure}`);
    this.name = 'DrawingError';
    this.isLasting = ['impossible', 'late', 'out-of-memory'].includes(failure);
  }
}

export interface FormRendererOptions {
  /** Longest time for one form, in ms; default 1000. */
  deadline_ms?: number;
}

const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** Whoever comes when so many wait gets a form that its own page draws. */
const MOST_WAITING = 32;

/** The thread starts with the first form: React and RJSF take memory that not every proxy needs. */
export function createFormRenderer({
  deadline_ms = 1_000,
}: FormRendererOptions = {}): FormRenderer {
  const worker = new WorkerPool<RenderingJob, RenderingAnswer>({
    module: new URL('./rendering-worker', import.meta.url),
    deadline_ms,
    memory: MEMORY,
    most: 1,
    errorOf: (failure) => new DrawingError(failure),
  });

  async function ask(job: RenderingJob): Promise<RenderingAnswer> {
    if (worker.waiting >= MOST_WAITING) throw new DrawingError('busy');
    return worker.run(job);
  }

  return {
    draw: async (form) => (await ask({ kind: 'draw', ...form })) as string,
    read: async (posted) => (await ask({ kind: 'read', ...posted })) as PostReading,
    words: async (locale) => (await ask({ kind: 'words', locale })) as PageWords,
    close: () => worker.close(),
  };
}
