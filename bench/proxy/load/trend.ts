/** How a figure went over time. */
export interface Trend {
  from: number;
  to: number;
  /** What the straight line through all of it gained from one end to the other. */
  growth: number;
}

/** Least squares over samples that were taken at even distances. */
export function trendOf(samples: readonly number[]): Trend {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const covariance = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const variance = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const growth = variance === 0 ? 0 : (covariance / variance) * (samples.length - 1);
  return { from: mean - growth / 2, to: mean + growth / 2, growth };
}

/** The lowest of each `size` samples: what a garbage collector leaves. */
export function floorsOf(samples: readonly number[], size: number): number[] {
  const groups = Math.floor(samples.length / size);
  return Array.from({ length: groups }, (_, group) =>
    Math.min(...samples.slice(group * size, (group + 1) * size)),
  );
}
