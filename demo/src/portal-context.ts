import type { EventLog } from './people/event-log.ts';
import type { People } from './people/people.ts';
import type { PortalSettings } from './settings.ts';

/** What the portal's routes work on. */
export interface PortalContext {
  settings: PortalSettings;
  people: People;
  events: EventLog;
}
