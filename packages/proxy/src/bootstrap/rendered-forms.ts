import type { RenderedFields } from 'precandidate-contract';
import { LRUCache } from 'lru-cache';
import { RenderingError, type FormRenderer } from '../workers/form-renderer.ts';
import type { AdmittedSchema } from '../schemas/admit-schema.ts';
import { WIDGET_VERSION } from '../plugins/widget-files.ts';
import { digest } from '../submissions/digest.ts';
import { renderLocale } from './render-locale.ts';

/** What decides how a form is drawn. */
export interface FormToRender {
  form: AdmittedSchema;
  /** BCP 47 tags, most wanted first. */
  locales: readonly (string | undefined)[];
  /** Two letters; `null` when unknown. */
  country: string | null;
  /** Whether it holds values of one session: such a form is drawn for itself and not kept. */
  isPrefilled: boolean;
  /** Whether its mark-up is wanted; what it is drawn from is told in any case. */
  isWanted: boolean;
}

/** The fields of forms as mark-up, drawn once for all who are asked the same in the same language. */
export interface RenderedForms {
  /** `null` when they cannot be drawn now; never an error, since a page draws its form itself too. */
  render(form: FormToRender): Promise<RenderedFields | null>;
}

const KEPT = 500;
/** Characters, about twice as many bytes. */
const MOST_KEPT = 8_000_000;
const KEPT_MS = 60 * 60_000;
/** One that cannot be drawn is tried again: the machine may have been too busy to do it in time. */
const TRIED_AGAIN_MS = 60_000;

interface Drawing {
  /** `null`: this form cannot be drawn. */
  html: string | null;
}

/** `onDraw` is told of each form that is drawn. */
export function createRenderedForms(
  renderer: Pick<FormRenderer, 'render'>,
  onDraw: () => void = () => undefined,
): RenderedForms {
  const drawings = new LRUCache<string, Drawing, () => Promise<string>>({
    max: KEPT,
    maxSize: MOST_KEPT,
    sizeCalculation: ({ html }) => html?.length || 1,
    ttl: KEPT_MS,
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: async (_fingerprint, _stale, { context: draw, options }) => {
      try {
        return { html: await draw() };
      } catch (error) {
        // A form that cannot be drawn is not tried for every candidate who opens it.
        if (!(error instanceof RenderingError && error.isLasting)) throw error;
        options.ttl = TRIED_AGAIN_MS;
        return { html: null };
      }
    },
  });

  return {
    async render({ form, locales, country, isPrefilled, isWanted }) {
      const land = country?.toUpperCase() ?? null;
      const locale = renderLocale(locales, land);
      const fingerprint = digest(form.etag, locale, land ?? '', WIDGET_VERSION);
      if (!isWanted) return { fingerprint, locale };
      const draw = () => {
        onDraw();
        return renderer.render({ schema: form.json, locale, country: land });
      };
      try {
        const drawing = isPrefilled
          ? { html: await draw() }
          : await drawings.fetch(fingerprint, { context: draw });
        const html = drawing?.html ?? null;
        return html === null ? null : { html, fingerprint, locale };
      } catch {
        return null;
      }
    },
  };
}
