/** How the portal reaches the proxy. Routes read them on each request. */
export interface PortalSettings {
  /** Address to listen on. */
  host: string;
  /** 0 uses a free port. */
  port: number;
  /** Origin of the proxy as the portal's back end reaches it, without a trailing slash. */
  proxyUrl: string;
  /** Origin of the proxy as browsers reach it. */
  proxyPublicUrl: string;
  /** One of the proxy's `BACKEND_KEYS`. */
  backendKey: string;
  /** The proxy's `RELAY_SECRET`, `whsec_…`. */
  relaySecret: string;
  /** Origin of the sandbox, for the buttons that simulate the candidate; `null`: no such buttons. */
  sandboxUrl: string | null;
}

const REQUIRED = ['PROXY_URL', 'BACKEND_KEY', 'RELAY_SECRET'] as const;

/** Reads the settings. Throws one error that lists every missing one. */
export function readSettings(env: Record<string, string | undefined>): PortalSettings {
  const missing = REQUIRED.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`The portal needs ${missing.join(', ')}`);
  const { PROXY_URL = '', BACKEND_KEY = '', RELAY_SECRET = '' } = env;
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: Number(env['PORTAL_PORT'] ?? 4100),
    proxyUrl: new URL(PROXY_URL).origin,
    proxyPublicUrl: new URL(env['PROXY_PUBLIC_URL'] ?? PROXY_URL).origin,
    backendKey: BACKEND_KEY,
    relaySecret: RELAY_SECRET,
    sandboxUrl: env['SANDBOX_URL'] ? new URL(env['SANDBOX_URL']).origin : null,
  };
}
