import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Settings } from '../config/settings.ts';

/** How calls leave the network. */
export type OutboundSettings = Pick<Settings, 'OUTBOUND_PROXY' | 'OUTBOUND_PROXY_EXCEPT'>;

/**
 * A new connection for each request. A service may close an idle connection at the moment a post
 * begins, and then nobody knows whether it received the post.
 */
export const FRESH_CONNECTIONS = { pipelining: 0 } as const satisfies Agent.Options;

/**
 * For outgoing calls over connections that are kept open: directly, or through the proxy of the
 * operator's network. That proxy then looks up names, so `options.connect.lookup` does not see them.
 */
export function createDispatcher(
  options: Agent.Options,
  { OUTBOUND_PROXY: url, OUTBOUND_PROXY_EXCEPT: except = [] }: OutboundSettings,
): Dispatcher {
  if (url === undefined) return new Agent(options);
  const noProxy = except.join(',');
  return new EnvHttpProxyAgent({ ...options, httpProxy: url, httpsProxy: url, noProxy });
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

/** Errors of a connection that the other side closed while it was idle, or during the call. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Whether the other side closed the connection. It may have received the request. */
export function wasClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED.has(String(error.code));
}
