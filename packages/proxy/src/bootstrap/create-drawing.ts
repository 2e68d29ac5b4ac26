import { createFormRenderer } from '../workers/form-renderer.ts';
import type { Channel } from '../submissions/channels/channel.ts';
import { createRenderedElement } from './rendered-element.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { createBootstraps } from './bootstraps.ts';
import { createRenderedForms } from './rendered-forms.ts';
import { createSessions } from '../sessions/sessions.ts';
import type { Settings } from '../config/setting-list.ts';
import { readSheet, sheetPath } from '../plugins/find-widget-files.ts';

type Shared = Omit<Parameters<typeof createSessions>[0], 'element' | 'allowed_origins'>;

/** Prerendered forms: for a bootstrap and for a session. */
export function createDrawing(
  parts: Shared & { channel: Channel; metrics: Pick<Metrics, 'formDrawn'> },
  { ALLOWED_ORIGINS }: Pick<Settings, 'ALLOWED_ORIGINS'>,
  public_url: () => string,
) {
  const renderer = createFormRenderer();
  const rendered = createRenderedForms(renderer, parts.metrics.formDrawn);
  const channel = parts.channel.name;
  const bootstraps = createBootstraps({ ...parts, rendered, channel });
  const sheet = sheetPath();
  const element = createRenderedElement({
    bootstraps,
    channel,
    public_url: () => public_url().replace(/\/$/, ''),
    sheet: sheet === undefined ? undefined : readSheet(sheet),
  });
  return {
    bootstraps,
    sessions: createSessions({ ...parts, element, allowed_origins: ALLOWED_ORIGINS }),
    endDrawing: () => renderer.close(),
  };
}
