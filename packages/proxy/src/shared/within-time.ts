import { ProblemError } from './problem-error.ts';

/** The result of `work`, or `undefined` when it takes longer than `ms`; it is not stopped. */
export function withinTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The longest that the service may take for something that a candidate waits for. */
const LONGEST_READ_MS = 2_500;
const RETRY_AFTER_MS = 2_000;

/**
 * The result of a call to the service; rejects with `service-unavailable` when the service takes longer
 * than `ms` after the request was sent. The call goes on, so a retry may find its result stored.
 *
 * @param call - calls `onSent` with the time of sending, so that waiting for the request budget does not
 * count
 */
export async function responseWithinTime<T extends object>(
  call: (onSent: (sentAt: number) => void) => Promise<T>,
  ms = LONGEST_READ_MS,
): Promise<T> {
  const sent = Promise.withResolvers<number>();
  const response = call(sent.resolve);
  const sentAt = await Promise.race([sent.promise, response.then(() => 0)]);
  const result = await withinTime(response, Math.max(sentAt + ms - performance.now(), 0));
  if (result !== undefined) return result;
  throw new ProblemError('service-unavailable', {
    detail: 'The service takes too long to respond',
    retryAfterMs: RETRY_AFTER_MS,
  });
}
