import type { RelayEvent } from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';

/**
 * Step 3. The proxy relays an event: verify its signature before you use it.
 *
 * `body` must be the bytes that arrived: JSON that was parsed and written again has another
 * signature. Throws when the signature is invalid or older than five minutes.
 */
export function receiveEvent(
  relaySecret: string,
  body: Buffer,
  headers: Record<string, string>,
): RelayEvent {
  return new Webhook(relaySecret).verify(body, headers) as RelayEvent;
}
