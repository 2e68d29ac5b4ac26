import type { Agent, Dispatcher } from 'undici';
import type { Settings } from '../config/settings.ts';

/** How calls leave the network. */
export interface OutboundProxy {
  /** `http(s)://[user:password@]host[:port]`; https is tunnelled through it. */
  url: string;
  /** Hosts that are called directly. */
  except: readonly string[];
}

export type OutboundAgent = ReturnType<typeof createOutboundAgent>;

/**
 * Makes outgoing calls over connections that it keeps open: directly, or through the proxy of the
 * operator's network. The proxy then looks up names, so `options.connect.lookup` does not see them.
 * The first call loads undici, which takes a tenth of the proxy's start.
 */
export function createOutboundAgent(options: Agent.Options, proxy: OutboundProxy | undefined) {
  let created: Promise<Dispatcher> | undefined;
  const dispatcher = () => (created ??= createDispatcher(options, proxy));
  return {
    /** Loads what the first request needs. */
    warmUp: dispatcher,
    /** undici's `request`. */
    async request(url: string, requestOptions: Parameters<typeof import('undici').request>[1]) {
      const { request } = await import('undici');
      return request(url, { ...requestOptions, dispatcher: await dispatcher() });
    },
    /** Ends every call. */
    async destroy(): Promise<void> {
      await (await created)?.destroy();
    },
  };
}

async function createDispatcher(
  options: Agent.Options,
  proxy: OutboundProxy | undefined,
): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  if (!proxy) return new Agent(options);
  const [url, noProxy] = [proxy.url, proxy.except.join(',')];
  return new EnvHttpProxyAgent({ ...options, httpProxy: url, httpsProxy: url, noProxy });
}

/** The proxy for outgoing calls; `undefined`: they go directly. */
export function outboundProxyOf({
  OUTBOUND_PROXY: url,
  OUTBOUND_PROXY_EXCEPT: except = [],
}: Pick<Settings, 'OUTBOUND_PROXY' | 'OUTBOUND_PROXY_EXCEPT'>): OutboundProxy | undefined {
  return url === undefined ? undefined : { url, except };
}

/** Errors of undici and of the socket from before the first byte of the request was sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a call failed before the other side could receive any of it. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BEFORE_SENDING.has(String(error.code));
}
