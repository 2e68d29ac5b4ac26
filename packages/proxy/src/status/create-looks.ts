import type { FormChanges } from './form-changes.ts';
import { createLookPace } from './look-pace.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Outbox } from '../relay/outbox.ts';
import { createStatusWatch } from './status-watch.ts';
import type { Settings } from '../config/setting-list.ts';
import type { Service } from '../upstream/service.ts';
import type { Stores } from '../composition/create-stores.ts';

/** Who looks at the service for all who watch, and how often. */
export function createLooks(
  settings: Settings,
  parts: {
    stores: Stores;
    service: Service;
    changes: FormChanges;
    outbox: Outbox;
    metrics: Metrics;
    onError: (error: unknown) => void;
  },
  watch_ms: number,
) {
  const { stores, changes, onError } = parts;
  const pace = createLookPace(
    stores.shown,
    changes,
    {
      min_ms: settings.POLL_MIN_SECONDS * 1_000,
      max_ms: settings.POLL_MAX_SECONDS * 1_000,
      per_second: settings.UPSTREAM_RPS,
    },
    onError,
  );
  return { pace, watch: createStatusWatch({ ...stores, ...parts, pace }, watch_ms) };
}
