import type { Crowd } from '../crowd/start-crowd.ts';
import { createCandidates, mintTokens } from '../stage/create-candidates.ts';
import { ORIGIN, type ProxyProcess } from '../stage/start-proxy-process.ts';

const DATA = { document_id: '44556677', city_locode: 'PE LIM' };

/**
 * One candidate's whole way: created, watched by `watchers` browsers, submitted; then a person whose
 * completion comes by webhook. Rejects when anything is not answered as it should be.
 */
export async function liveThrough(
  proxy: ProxyProcess,
  crowd: Crowd,
  watchers: number,
): Promise<void> {
  const candidates = await createCandidates(proxy, 1);
  const sessions = await mintTokens(proxy, candidates, watchers);
  await crowd.open(
    sessions.map(({ candidate, token }) => ({ ...candidate, token, urls: [proxy.url] })),
  );
  const [first] = sessions;
  if (first) await submit(proxy, first.candidate, first.token);
  await proxy.backend('/PE/persons', {
    document_id: DATA.document_id,
    pipeline: { name: 'peru_basic' },
  });
}

async function submit(
  proxy: ProxyProcess,
  { person_id, form_id }: { person_id: string; form_id: string },
  token: string,
): Promise<void> {
  const answer = await fetch(`${proxy.url}/precandidate/${person_id}/submission/${form_id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      origin: ORIGIN,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(DATA),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`submission: ${answer.status} ${text}`);
}
