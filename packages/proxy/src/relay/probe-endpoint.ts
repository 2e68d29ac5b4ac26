import { request } from 'undici';
import type { OutboundProxy } from '../upstream/outbound-agent.ts';
import { createRelayAgent, failureWord, refusePrivateLiteral } from './relay-agent.ts';

const TIMEOUT_MS = 5_000;

/**
 * Whether anything answers at an endpoint, whatever it says: no event is sent. The kind of failure
 * when nothing does. Never rejects.
 */
export async function probeEndpoint(
  url: string,
  allow_private: boolean,
  proxy: OutboundProxy | undefined,
): Promise<string | undefined> {
  const agent = createRelayAgent(allow_private, proxy);
  try {
    if (!allow_private) refusePrivateLiteral(url);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await request(url, { method: 'HEAD', dispatcher: agent, signal });
    await answer.body.dump();
    return undefined;
  } catch (error) {
    return failureWord(error);
  } finally {
    await agent.destroy();
  }
}
