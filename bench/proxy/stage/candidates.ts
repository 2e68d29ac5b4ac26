import { newPrecandidate } from 'precandidate-testing/service.ts';
import type { ProxyProcess } from './processes.ts';

export interface Candidate {
  person_id: string;
  form_id: string;
}

/** A candidate's page. */
export interface Visitor extends Candidate {
  token: string;
  /** Of the proxy. */
  url: string;
}

const CONCURRENCY = 16;
const SESSION_S = 3_600;

export function createCandidates({ url }: ProxyProcess, count: number): Promise<Candidate[]> {
  return inParallel(count, async () => {
    const { person_id, precandidate_id: form_id } = await newPrecandidate(url);
    return { person_id, form_id };
  });
}

/** `count` sessions, spread evenly over the candidates. */
export function mintSessions(
  proxy: ProxyProcess,
  candidates: readonly Candidate[],
  count: number,
): Promise<Visitor[]> {
  return inParallel(count, async (index) => {
    const candidate = candidates[index % candidates.length] as Candidate;
    const { token = '' } = await proxy.backend('/sessions', {
      ...candidate,
      ttl_seconds: SESSION_S,
    });
    return { ...candidate, token, url: proxy.url };
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
