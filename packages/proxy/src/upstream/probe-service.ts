import { request } from 'undici';
import { createOutboundAgent, type OutboundProxy } from './outbound-agent.ts';

/** What one harmless question to the service shows. */
export interface ServiceProbe {
  /** Status, or the kind of failure. */
  outcome: number | string;
  /** By how much the service's clock is ahead of ours, in ms; `undefined` when it does not say. */
  clock_ahead_ms: number | undefined;
}

const TIMEOUT_MS = 10_000;
/** Nobody's identifier: an account in order answers that there is none, or an empty list. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Asks for a person that cannot exist, with the account's key. Never rejects. */
export async function probeService(
  base_url: string,
  api_key: string,
  proxy: OutboundProxy | undefined,
): Promise<ServiceProbe> {
  const agent = createOutboundAgent({ connect: { timeout: 3_000 } }, proxy);
  try {
    const answer = await request(`${base_url}/precandidate/${NOBODY}`, {
      dispatcher: agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'x-api-key': api_key, accept: 'application/json' },
    });
    await answer.body.dump();
    const told = Date.parse(String(answer.headers['date']));
    const clock_ahead_ms = Number.isNaN(told) ? undefined : told - Date.now();
    return { outcome: answer.statusCode, clock_ahead_ms };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreachable';
    return { outcome: code, clock_ahead_ms: undefined };
  } finally {
    await agent.destroy();
  }
}
