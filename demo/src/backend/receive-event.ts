import type { RelayEvent } from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';

/**
 * Step 3. The proxy tells us what happened: check that it was the proxy who said so.
 *
 * `body` is what arrived, byte for byte: a body that was parsed and written again has another
 * signature. Throws when the signature is wrong or older than five minutes.
 */
export function receiveEvent(
  relaySecret: string,
  body: Buffer,
  headers: Record<string, string>,
): RelayEvent {
  return new Webhook(relaySecret).verify(body, headers) as RelayEvent;
}
