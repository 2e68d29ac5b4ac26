/** How pauses between the attempts of one job grow. Times in milliseconds. */
export interface BackoffOptions {
  firstMs: number;
  longestMs: number;
  /** By how much each pause is longer than the one before; default 2. */
  factor?: number;
}

const JITTER = 0.15;

/**
 * The pause after `attempt` failures in a row, counted from 0, in whole milliseconds: database
 * columns are integers. Random by 15 % so that jobs that failed together do not return together.
 */
export function backoff(
  attempt: number,
  { firstMs, longestMs, factor = 2 }: BackoffOptions,
): number {
  const pauseMs = Math.min(firstMs * factor ** attempt, longestMs);
  return Math.round(pauseMs * (1 - JITTER + Math.random() * 2 * JITTER));
}
