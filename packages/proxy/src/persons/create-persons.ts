import { createCompletionWatch } from './completion-watch.ts';
import type { Outbox } from '../relay/outbox.ts';
import { createPersonCreator } from './person-creator.ts';
import type { Settings } from '../config/setting-list.ts';
import type { Service } from '../upstream/service.ts';
import type { Stores } from '../composition/create-stores.ts';

/** Whatever creates persons at the service, and finds completions of theirs that nobody told us of. */
export function createPersons(
  settings: Settings,
  parts: {
    stores: Stores;
    service: Service;
    outbox: Outbox;
    public_url: () => string;
    watch_ms: number;
    onError: (error: unknown) => void;
  },
) {
  const { stores, service, outbox, public_url, watch_ms, onError } = parts;
  const first_ms = settings.RECONCILE_SECONDS * 1_000;
  const persons = createPersonCreator(
    service,
    stores.persons,
    () => ownWebhook(settings, public_url()),
    first_ms,
    onError,
  );
  const completions = createCompletionWatch(
    { persons: stores.persons, service, outbox, onError },
    { first_ms, watch_ms },
  );
  return { persons, completions };
}

function ownWebhook(settings: Settings, public_url: string) {
  const [secret] = settings.WEBHOOK_SECRETS ?? [];
  if (secret === undefined) return undefined;
  return {
    url: `${public_url}/webhooks/person-completed`,
    header: settings.WEBHOOK_HEADER,
    secret,
  };
}
