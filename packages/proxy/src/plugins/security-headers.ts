import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** What helmet sets, by lower-case name. It is the same for every answer, so it is asked once. */
export function securityHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  const protect = helmet({
    contentSecurityPolicy: {
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      useDefaults: false,
    },
    frameguard: { action: 'deny' },
  });
  protect({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
