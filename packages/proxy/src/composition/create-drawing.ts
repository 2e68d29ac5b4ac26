import { PATHS } from 'precandidate-contract';
import { createFormRenderer } from '../rendering/form-renderer.ts';
import type { Channel } from '../services/channels/channel.ts';
import type { CityLists } from '../services/city-lists.ts';
import { createElementDrawing } from '../services/element-drawing.ts';
import type { Metrics } from '../services/metrics.ts';
import { createOpenings } from '../services/openings.ts';
import { createPageReceipts } from '../services/page-receipts.ts';
import { createPlainPages } from '../services/plain-pages.ts';
import { createRenderedForms } from '../services/rendered-forms.ts';
import type { SessionScope } from '../services/session-tokens.ts';
import { createSessions } from '../services/sessions.ts';
import type { Submissions } from '../services/submissions.ts';
import type { Settings } from '../settings/setting-list.ts';
import { readSheet, sheetPath } from '../widget-files.ts';

type Shared = Omit<Parameters<typeof createSessions>[0], 'element' | 'allowed_origins'>;

/** Everything that draws a form: for an opening, for a session, for a browser without scripts. */
export async function createDrawing(
  parts: Shared & {
    submissions: Submissions;
    cityLists: CityLists;
    channel: Channel;
    metrics: Pick<Metrics, 'formDrawn'>;
  },
  { ALLOWED_ORIGINS, SESSION_SECRETS }: Pick<Settings, 'ALLOWED_ORIGINS' | 'SESSION_SECRETS'>,
  public_url: () => string,
) {
  const renderer = createFormRenderer();
  const rendered = createRenderedForms(renderer, parts.metrics.formDrawn);
  const channel = parts.channel.name;
  const openings = createOpenings({ ...parts, rendered, channel });
  const own_url = () => public_url().replace(/\/$/, '');
  const pageSheet = sheetPath('page') ?? '';
  const formSheet = sheetPath('form');
  const element = createElementDrawing({
    openings,
    renderer,
    channel,
    public_url: own_url,
    sheet: formSheet === undefined ? undefined : readSheet(formSheet),
  });
  const addressOf = ({ person_id, form_id }: Pick<SessionScope, 'person_id' | 'form_id'>) =>
    own_url() + PATHS.page(person_id, form_id);

  return {
    openings,
    sessions: createSessions({ ...parts, element, allowed_origins: ALLOWED_ORIGINS }),
    pages: createPlainPages({ ...parts, channel, renderer, sheet: () => own_url() + pageSheet }),
    addressOf,
    receipts: await createPageReceipts(SESSION_SECRETS, addressOf),
    endDrawing: () => renderer.close(),
  };
}
