import { PATHS } from 'precandidate-contract';
import { createFormRenderer } from '../workers/form-renderer.ts';
import type { Channel } from '../submissions/channels/channel.ts';
import type { CityLists } from '../locodes/city-lists.ts';
import { createElementDrawing } from './element-drawing.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { createBootstraps } from './bootstraps.ts';
import { createPageReceipts } from '../no-javascript/page-receipts.ts';
import { createPlainPages } from '../no-javascript/plain-pages.ts';
import { createRenderedForms } from './rendered-forms.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';
import { createSessions } from '../sessions/sessions.ts';
import type { Submissions } from '../submissions/submissions.ts';
import type { Settings } from '../config/setting-list.ts';
import { readSheet, sheetPath } from '../plugins/find-widget-files.ts';

type Shared = Omit<Parameters<typeof createSessions>[0], 'element' | 'allowed_origins'>;

/** Everything that draws a form: for a bootstrap, for a session, for a browser without scripts. */
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
  const bootstraps = createBootstraps({ ...parts, rendered, channel });
  const own_url = () => public_url().replace(/\/$/, '');
  const pageSheet = sheetPath('page') ?? '';
  const formSheet = sheetPath('form');
  const element = createElementDrawing({
    bootstraps,
    renderer,
    channel,
    public_url: own_url,
    sheet: formSheet === undefined ? undefined : readSheet(formSheet),
  });
  const addressOf = ({ person_id, form_id }: Pick<SessionScope, 'person_id' | 'form_id'>) =>
    own_url() + PATHS.page(person_id, form_id);

  return {
    bootstraps,
    sessions: createSessions({ ...parts, element, allowed_origins: ALLOWED_ORIGINS }),
    pages: createPlainPages({ ...parts, channel, renderer, sheet: () => own_url() + pageSheet }),
    addressOf,
    receipts: await createPageReceipts(SESSION_SECRETS, addressOf),
    endDrawing: () => renderer.close(),
  };
}
