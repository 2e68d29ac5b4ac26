import type { EventLog } from './people/event-log.ts';
import type { People } from './people/people.ts';

/** How the portal reaches the others. Routes read it on each request. */
export interface PortalSettings {
  /** 0 uses a free port. */
  port: number;
  /** Origin of the proxy, for the portal's back end and for browsers. */
  proxyUrl: string;
  /** One of the proxy's `BACKEND_KEYS`. */
  backendKey: string;
  /** The proxy's `RELAY_SECRET`, `whsec_…`. */
  relaySecret: string;
  /** Origin of the sandbox, for the buttons that simulate the candidate. */
  sandboxUrl: string;
}

/** What the routes and views work with. */
export interface PortalContext {
  settings: PortalSettings;
  people: People;
  events: EventLog;
}
