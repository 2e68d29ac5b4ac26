import type { Agent, Dispatcher } from 'undici';
import type { Settings } from '../config/settings.ts';

/** How calls leave the network. */
export interface OutboundProxy {
  /** `http(s)://[user:password@]host[:port]`; https is tunnelled through it. */
  url: string;
  /** Hosts that are called directly. */
  except: readonly string[];
}

/** Makes outgoing calls over connections that it keeps open. */
export interface OutboundAgent {
  /** undici's `request`. */
  request(
    url: string,
    options: Parameters<typeof import('undici').request>[1],
  ): Promise<Dispatcher.ResponseData<unknown>>;
  /** Loads what the first request needs. */
  warmUp(): Promise<unknown>;
  /** Ends every call. */
  destroy(): Promise<void>;
}

/**
 * Calls go out directly, or through the proxy of the operator's network. Through it names are looked
 * up by the proxy, so `options.connect.lookup` does not see them. The first call loads undici, which
 * takes a tenth of the proxy's start.
 */
export function createOutboundAgent(
  options: Agent.Options,
  proxy: OutboundProxy | undefined,
): OutboundAgent {
  let created: Promise<Dispatcher> | undefined;

  async function create(): Promise<Dispatcher> {
    const { Agent, EnvHttpProxyAgent } = await import('undici');
    if (!proxy) return new Agent(options);
    return new EnvHttpProxyAgent({
      ...options,
      httpProxy: proxy.url,
      httpsProxy: proxy.url,
      noProxy: proxy.except.join(','),
    });
  }

  const dispatcher = () => (created ??= create());
  return {
    warmUp: dispatcher,
    async request(url, requestOptions) {
      const { request } = await import('undici');
      return request(url, { ...requestOptions, dispatcher: await dispatcher() });
    },
    async destroy() {
      await (await created)?.destroy();
    },
  };
}

/** The proxy for outgoing calls; `undefined`: they go directly. */
export function outboundProxyOf({
  OUTBOUND_PROXY: url,
  OUTBOUND_PROXY_EXCEPT: except = [],
}: Pick<Settings, 'OUTBOUND_PROXY' | 'OUTBOUND_PROXY_EXCEPT'>): OutboundProxy | undefined {
  return url === undefined ? undefined : { url, except };
}

/** The result of one harmless request to the service. */
interface ServiceProbe {
  /** Status, or the kind of failure. */
  outcome: number | string;
  /** How far the service's clock is ahead of ours, in ms; `undefined` without a `Date` header. */
  clock_ahead_ms: number | undefined;
}

const TIMEOUT_MS = 10_000;
/** No person has this identifier: with a valid key, the response is 404 or an empty list. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Requests a person who cannot exist, with the account's key. Never rejects. */
export async function probeService(
  base_url: string,
  api_key: string,
  proxy: OutboundProxy | undefined,
): Promise<ServiceProbe> {
  const agent = createOutboundAgent({ connect: { timeout: 3_000 } }, proxy);
  try {
    const response = await agent.request(`${base_url}/precandidate/${NOBODY}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'x-api-key': api_key, accept: 'application/json' },
    });
    await response.body.dump();
    const theirs = Date.parse(String(response.headers['date']));
    const clock_ahead_ms = Number.isNaN(theirs) ? undefined : theirs - Date.now();
    return { outcome: response.statusCode, clock_ahead_ms };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreachable';
    return { outcome: code, clock_ahead_ms: undefined };
  } finally {
    await agent.destroy();
  }
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
