import { LRUCache } from 'lru-cache';
import type { RenderedFields } from 'precandidate-contract';
import { WIDGET_VERSION } from '../http/widget-files.ts';
import type { SessionForm } from '../schemas/session-form.ts';
import { digest } from '../shared/digest.ts';
import { TaskError, type TaskFailure, WorkerPool } from '../workers/worker-pool.ts';

export interface FormToRender {
  /** The schema as JSON, which crosses threads faster than an object. */
  schema: string;
  /** Also as JSON; `undefined`: none. */
  uiSchema: string | undefined;
  locale: string;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

/** Beyond this, the browser renders the form itself. */
const MAX_WAITING = 32;
const DEADLINE_MS = 1_000;

/**
 * A worker thread that renders forms as HTML, so that no schema can block the server. It starts with the
 * first form: React and RJSF take memory that not every proxy needs.
 */
export function createRenderingPool(deadlineMs = DEADLINE_MS) {
  return new WorkerPool<FormToRender, string>({
    module: new URL('./rendering-thread', import.meta.url),
    deadlineMs,
    maxThreads: 1,
    maxWaiting: MAX_WAITING,
  });
}

interface FormOfSession {
  form: SessionForm;
  /** BCP 47, with a supported language. */
  locale: string;
  /** Two letters; `null` when unknown. */
  country: string | null;
  /** Whose values it contains; then it is not cached. `undefined`: nobody's. */
  prefilledFor: string | undefined;
  /** Whether the HTML is wanted; the fingerprint is returned in any case. */
  isWanted: boolean;
}

const MAX_FORMS = 500;
const MAX_CHARACTERS = 8_000_000;
const CACHED_MS = 60 * 60_000;
/** A form that failed to render is tried again: the machine may have been busy. */
const RETRY_MS = 60_000;
/** Failures that the form may be to blame for. */
const LASTING: readonly TaskFailure[] = ['impossible', 'late', 'out-of-memory'];

export type RenderedForms = ReturnType<typeof createRenderedForms>;

/**
 * Prerendered fields, shared by all candidates with the same schema, `ui_schema`, and locale.
 *
 * @param onRender - called for each form that is rendered
 */
export function createRenderedForms(
  pool: Pick<WorkerPool<FormToRender, string>, 'run'>,
  onRender: () => void = () => undefined,
) {
  /** HTML by fingerprint and locale; empty for a form that cannot be rendered. */
  const renderings = new LRUCache<string, string, () => Promise<string>>({
    max: MAX_FORMS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ length }) => length || 1,
    ttl: CACHED_MS,
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: async (_fingerprint, _stale, { context: render, options }) => {
      try {
        return await render();
      } catch (error) {
        // Do not retry a broken form for every candidate who opens it.
        if (!(error instanceof TaskError && LASTING.includes(error.failure))) throw error;
        options.ttl = RETRY_MS;
        return '';
      }
    },
  });

  return {
    /** Resolves to `null` when they cannot be rendered now; then the browser renders the form. */
    async render(wanted: FormOfSession): Promise<RenderedFields | null> {
      const { form, locale, prefilledFor } = wanted;
      const country = wanted.country?.toUpperCase() ?? null;
      // The browser hydrates a form in the language of its nodes, and then translates it.
      const uiSchema = form.uiSchema && JSON.stringify(form.uiSchema);
      const fingerprint = digest(form.etag, uiSchema ?? '', country ?? '', WIDGET_VERSION);
      if (!wanted.isWanted) return { fingerprint, locale };
      const render = () => {
        onRender();
        return pool.run({ schema: form.json, uiSchema, locale, country }, prefilledFor);
      };
      try {
        const html =
          prefilledFor === undefined
            ? await renderings.fetch(`${fingerprint} ${locale}`, { context: render })
            : await render();
        return html ? { html, fingerprint, locale } : null;
      } catch {
        return null;
      }
    },
  };
}
