/** The schemas of a seed from `from` to `to` (exclusive). */
export interface Range {
  seed: number;
  from: number;
  to: number;
}
