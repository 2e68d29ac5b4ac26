import { PATHS, type Snapshot } from 'precandidate-contract';
import { mintSession } from './mint-session.ts';
import type { ProxyAccess } from './call-proxy.ts';

/**
 * Where a form stands by the proxy's own account, with what a relayed event does not tell: whether
 * the data came through our form or from elsewhere.
 */
export async function readSnapshot(
  proxy: ProxyAccess,
  person_id: string,
  form_id: string,
): Promise<Snapshot> {
  const { token } = await mintSession(proxy, { person_id, form_id, ttl_seconds: 60 });
  const response = await fetch(proxy.proxyUrl + PATHS.status(person_id, form_id), {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`The proxy answered ${response.status}`);
  return (await response.json()) as Snapshot;
}
