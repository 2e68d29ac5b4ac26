import type { Load } from './measure-load.ts';

/** Contestant → its loads, one for each round. */
export type Rounds = Record<string, Load[]>;

/** What a contestant did, in the middle of all rounds. */
export interface Row {
  name: string;
  firstUsableMs: number;
  /** To the contestant named `to` in the same round. */
  ratio: number;
  kilobytes: number;
}

/** The rows of the table; ratios are taken within each round, since rounds differ. */
export function summarise(rounds: Rounds, to: string): Row[] {
  const base = rounds[to] ?? [];
  return Object.entries(rounds).map(([name, loads]) => ({
    name,
    firstUsableMs: Math.round(median(loads.map((load) => load.firstUsableMs))),
    ratio: Number(
      median(
        loads.map((load, round) => load.firstUsableMs / (base[round]?.firstUsableMs ?? Number.NaN)),
      ).toFixed(2),
    ),
    kilobytes: Number((median(loads.map((load) => load.bytes)) / 1024).toFixed(1)),
  }));
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
