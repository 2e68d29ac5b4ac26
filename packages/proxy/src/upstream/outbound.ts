import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Settings } from '../config/settings.ts';
import { lookup } from './address-lookup.ts';

/** How calls leave the network. */
export type OutboundSettings = Pick<Settings, 'OUTBOUND_PROXY' | 'OUTBOUND_PROXY_EXCEPT'>;

/**
 * A new connection for each request. A service may close an idle connection at the moment a post
 * begins, and then nobody knows whether it received the post.
 */
export const FRESH_CONNECTIONS = { pipelining: 0 } as const satisfies Agent.Options;

type DispatcherOptions = Agent.Options & {
  connect?: { timeout?: number; lookup?: LookupFunction };
};

/**
 * For outgoing calls over connections that are kept open: directly, or through the proxy of the
 * operator's network. That proxy then looks up names, so `options.connect.lookup` does not see them.
 */
export function createDispatcher(
  { connect, ...rest }: DispatcherOptions,
  { OUTBOUND_PROXY: url, OUTBOUND_PROXY_EXCEPT: except = [] }: OutboundSettings,
): Dispatcher {
  const options = { ...rest, connect: { lookup, ...connect } };
  const noProxy = except.join(',');
  const agent =
    url === undefined
      ? new Agent(options)
      : new EnvHttpProxyAgent({ ...options, httpProxy: url, httpsProxy: url, noProxy });
  return agent.compose(markNeverSent);
}

/** A call failed before its first byte was written: while connecting, or while it waited to connect. */
class NeverSentError extends Error {
  readonly code: string | undefined;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = cause.name;
    this.code = codeOf(cause);
  }
}

/**
 * undici starts a request right before it writes it, so whatever fails earlier was never sent, whatever
 * its code: DNS, TLS, a proxy that refuses the tunnel, no descriptor or port left.
 */
const markNeverSent: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let isSent = false;
  return dispatch(options, {
    onRequestStart(controller, context) {
      handler.onRequestStart?.(controller, context);
      // The handler of a call that was aborted while it waited aborts it here.
      isSent = !controller.aborted;
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    // An error of its own: undici gives one error to all calls of a connection.
    onResponseError: (controller, error) =>
      handler.onResponseError?.(controller, isSent ? error : new NeverSentError(error)),
  });
};

/** Whether a call failed before the other side could receive any of it. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof NeverSentError;
}

/** The code of an error as text, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code !== '' ? code : undefined;
}

/** Errors of a connection that the other side closed while it was idle, or during the call. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Whether the other side closed the connection. It may have received the request. */
export function wasClosed(error: unknown): boolean {
  return CLOSED.has(codeOf(error) ?? '');
}
