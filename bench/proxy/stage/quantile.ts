/** The value below which the share `q` of the values lies; `NaN` of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(q * sorted.length), sorted.length - 1)] ?? Number.NaN;
}
