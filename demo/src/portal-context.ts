import type { EventLog } from './people/event-log.ts';
import type { People } from './people/people.ts';
import type { PortalSettings } from './settings.ts';

/** What the routes and views work with. */
export interface PortalContext {
  settings: PortalSettings;
  people: People;
  events: EventLog;
}
