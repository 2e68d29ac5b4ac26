import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { ORIGIN, requestProxy, newPrecandidate, newSession } from '../stage/service.ts';

/** A candidate whose form is open: what a request needs to get past the door. */
export interface KnownCandidate {
  person_id: string;
  form_id: string;
  token: string;
}

/** Identifiers that exist by now. */
export interface KnownThings {
  candidates: readonly KnownCandidate[];
  deliveries: readonly string[];
}

const CANDIDATES = 6;

/** Makes new ones: requests before may have submitted, revoked and replayed the others. */
export async function makeKnownThings(url: string): Promise<KnownThings> {
  const candidates: KnownCandidate[] = [];
  for (let made = 0; made < CANDIDATES; made += 1) {
    const record: Precandidate = await newPrecandidate(url);
    const { person_id, precandidate_id: form_id } = record;
    const token = made % 2 === 0 ? await newSession(url, record) : await prefilled(url, record);
    candidates.push({ person_id, form_id, token });
  }
  const answer = await requestProxy(url, `${PATHS.deliveries}?limit=5`);
  const { deliveries } = (await answer.json()) as { deliveries: { id: string }[] };
  return { candidates, deliveries: ['evt_none', ...deliveries.map(({ id }) => id)] };
}

async function prefilled(url: string, { person_id, precandidate_id }: Precandidate) {
  const prefill = { document_id: '12345678', city_locode: 'PE LIM' };
  const body = { person_id, form_id: precandidate_id, origin: ORIGIN, prefill };
  const answer = await requestProxy(url, PATHS.sessions, { body });
  return ((await answer.json()) as Session).token;
}
