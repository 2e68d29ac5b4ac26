import { ProblemError } from './problem-error.ts';

/** The result of `work`, or `undefined` when it takes longer than `ms`; it is not stopped. */
export function withinTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The longest that a candidate waits for something that only the service knows. */
export const LONGEST_READ_MS = 2_500;
const RETRY_AFTER_S = 2;

/**
 * The result of a call to the service; rejects with `service-unavailable` when it takes longer than
 * `ms`. The call goes on, so a retry may find its result stored.
 */
export async function respondsWithin<T extends object>(call: Promise<T>, ms: number): Promise<T> {
  const result = await withinTime(call, ms);
  if (result !== undefined) return result;
  throw new ProblemError('service-unavailable', {
    detail: 'The service takes too long to respond',
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  });
}
