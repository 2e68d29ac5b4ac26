import { request } from 'undici';
import type { OutboundProxy } from '../upstream/outbound-agent.ts';
import { retryAfterMs } from '../upstream/retry-after.ts';
import {
  createRelayAgent,
  failureWord,
  refusePrivateLiteral,
  RELAY_TIMEOUT_MS,
} from './relay-agent.ts';
import { inSpan } from '../plugins/in-span.ts';
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

/** Sends signed events to the portal's back end. Never follows a redirect. */
export function createEventSender(options: {
  url: string;
  secrets: readonly string[];
  allow_private: boolean;
  proxy?: OutboundProxy | undefined;
}): EventSender {
  const agent = createRelayAgent(options.allow_private, options.proxy);

  return {
    async send(event) {
      try {
        if (!options.allow_private) refusePrivateLiteral(options.url);
        const answer = await inSpan('relay POST', {}, async (headers, span) => {
          const given = await request(options.url, {
            method: 'POST',
            dispatcher: agent,
            signal: AbortSignal.timeout(RELAY_TIMEOUT_MS),
            headers: {
              ...headers,
              'content-type': 'application/json',
              ...signEvent(options.secrets, event, Math.floor(Date.now() / 1_000)),
            },
            body: event.body,
          });
          span.setAttribute('http.response.status_code', given.statusCode);
          return given;
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

function outcomeOf(status: number, retry_after_ms: number): SendOutcome {
  if (status >= 200 && status < 300)
    return { kind: 'delivered', outcome: String(status), retry_after_ms: 0 };
  return { kind: status === 410 ? 'gone' : 'failed', outcome: String(status), retry_after_ms };
}
