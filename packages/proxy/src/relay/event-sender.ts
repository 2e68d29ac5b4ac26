import { isIP } from 'node:net';
import { request } from 'undici';
import { createOutboundAgent, type OutboundProxy } from '../outbound-agent.ts';
import { retryAfterMs } from '../retry-after.ts';
import { isPublicAddress, lookupPublic, PrivateAddressError } from './public-address.ts';
import { signEvent } from './sign-event.ts';

/** What came of one attempt. `gone`: the receiver wants no more of it (410). */
export interface SendOutcome {
  kind: 'delivered' | 'failed' | 'gone';
  /** The status, or the kind of failure: a word for the log, never an address or a body. */
  outcome: string;
  retry_after_ms: number;
}

export interface EventSender {
  send(event: { id: string; body: string }): Promise<SendOutcome>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 15_000;

/** Sends signed events to the portal's back end. Never follows a redirect. */
export function createEventSender(options: {
  url: string;
  secrets: readonly string[];
  allow_private: boolean;
  proxy?: OutboundProxy | undefined;
}): EventSender {
  const connection = {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: 5_000, ...(options.allow_private ? {} : { lookup: lookupPublic }) },
  };
  const agent = createOutboundAgent(connection, options.proxy);

  return {
    async send(event) {
      try {
        if (!options.allow_private) refusePrivateLiteral(options.url);
        const answer = await request(options.url, {
          method: 'POST',
          dispatcher: agent,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: {
            'content-type': 'application/json',
            ...signEvent(options.secrets, event, Math.floor(Date.now() / 1_000)),
          },
          body: event.body,
        });
        await answer.body.dump();
        return outcomeOf(answer.statusCode, retryAfterMs(answer.headers['retry-after']));
      } catch (error) {
        return { kind: 'failed', outcome: failureWord(error), retry_after_ms: 0 };
      }
    },
    close: () => agent.destroy(),
  };
}

/** A literal address is connected to without a look-up. */
function refusePrivateLiteral(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isPublicAddress(host)) throw new PrivateAddressError('the address is private');
}

function outcomeOf(status: number, retry_after_ms: number): SendOutcome {
  if (status >= 200 && status < 300)
    return { kind: 'delivered', outcome: String(status), retry_after_ms: 0 };
  return { kind: status === 410 ? 'gone' : 'failed', outcome: String(status), retry_after_ms };
}

function failureWord(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'private-address';
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreachable';
}
