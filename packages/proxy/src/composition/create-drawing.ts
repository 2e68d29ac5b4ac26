import { createFormRenderer } from '../rendering/form-renderer.ts';
import type { Channel } from '../services/channels/channel.ts';
import type { CityLists } from '../services/city-lists.ts';
import { createOpenings } from '../services/openings.ts';
import { createPlainPages } from '../services/plain-pages.ts';
import { createRenderedForms } from '../services/rendered-forms.ts';
import { createSessions } from '../services/sessions.ts';
import type { Submissions } from '../services/submissions.ts';
import { sheetPath } from '../widget-files.ts';

type Shared = Omit<Parameters<typeof createSessions>[0], 'openings' | 'public_url' | 'sheet'>;

/** Everything that draws a form: for an opening, for a session, for a browser without scripts. */
export function createDrawing(
  parts: Shared & { submissions: Submissions; cityLists: CityLists; channel: Channel },
  public_url: () => string,
) {
  const renderer = createFormRenderer();
  const rendered = createRenderedForms(renderer);
  const openings = createOpenings({ ...parts, rendered, channel: parts.channel.name });
  const own_url = () => public_url().replace(/\/$/, '');
  const pageSheet = sheetPath('page') ?? '';

  return {
    openings,
    sessions: createSessions({
      ...parts,
      openings,
      public_url: own_url,
      sheet: sheetPath('form'),
    }),
    pages: createPlainPages({ ...parts, renderer, sheet: () => own_url() + pageSheet }),
    endDrawing: () => renderer.close(),
  };
}
