/** The schemas from `from` to `to`, without `to`, that a seed makes. */
export interface Range {
  seed: number;
  from: number;
  to: number;
}
