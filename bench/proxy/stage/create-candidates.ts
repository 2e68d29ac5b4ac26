import type { ProxyProcess } from './start-proxy-process.ts';

/** A form of one person. */
export interface Candidate {
  person_id: string;
  form_id: string;
}

const AT_ONCE = 16;
const SESSION_S = 3_600;
const CREATION = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' };

export function createCandidates(proxy: ProxyProcess, count: number): Promise<Candidate[]> {
  return inLanes(count, async () => {
    const { person_id, precandidate_id } = await proxy.backend('/precandidate', CREATION);
    return { person_id: person_id ?? '', form_id: precandidate_id ?? '' };
  });
}

/** The tokens of `count` sessions, each of its own, spread evenly over the candidates. */
export function mintTokens(
  proxy: ProxyProcess,
  candidates: readonly Candidate[],
  count: number,
): Promise<{ candidate: Candidate; token: string }[]> {
  return inLanes(count, async (index) => {
    const candidate = candidates[index % candidates.length] as Candidate;
    const session = { ...candidate, ttl_seconds: SESSION_S };
    const { token } = await proxy.backend('/sessions', session);
    return { candidate, token: token ?? '' };
  });
}

/** `count` results in order, {@link AT_ONCE} under way at a time. */
async function inLanes<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) made[index] = await make(index);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, lane));
  return made;
}
