import type { ProxyProcess } from './processes.ts';

export interface Candidate {
  person_id: string;
  form_id: string;
}

const CONCURRENCY = 16;
const SESSION_S = 3_600;
const CREATION = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' };

export function createCandidates(proxy: ProxyProcess, count: number): Promise<Candidate[]> {
  return inParallel(count, async () => {
    const { person_id, precandidate_id } = await proxy.backend('/precandidate', CREATION);
    return { person_id: person_id ?? '', form_id: precandidate_id ?? '' };
  });
}

/** The tokens of `count` sessions, spread evenly over the candidates. */
export function mintTokens(
  proxy: ProxyProcess,
  candidates: readonly Candidate[],
  count: number,
): Promise<{ candidate: Candidate; token: string }[]> {
  return inParallel(count, async (index) => {
    const candidate = candidates[index % candidates.length] as Candidate;
    const session = { ...candidate, ttl_seconds: SESSION_S };
    const { token } = await proxy.backend('/sessions', session);
    return { candidate, token: token ?? '' };
  });
}

/** `count` results in order, {@link CONCURRENCY} at a time. */
async function inParallel<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) made[index] = await make(index);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count) }, lane));
  return made;
}
