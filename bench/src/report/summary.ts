import type { Visit } from '../visit/visit.ts';
import { MEASURES } from './measures.ts';
import { median } from './statistics.ts';

/** The visits of one contestant, by round; `undefined` where one failed. */
export type Rounds = readonly (Visit | undefined)[];

/** In the middle of all rounds. */
export interface Figure {
  value: number;
  /** To the base in the same round, in the middle of all rounds; absent where it says nothing. */
  ratio?: number;
}

/** Measure → figure; a measure that nobody took is absent. */
export type Figures = Record<string, Figure>;

/** What one contestant did, beside `base` in the same rounds. */
export function summarise(rounds: Rounds, base: Rounds): Figures {
  return Object.fromEntries(
    MEASURES.flatMap(({ id, of, hasRatio }) => {
      const pairs = rounds.map((visit, round) => [visit && of(visit), valueOf(base[round], of)]);
      const values = pairs.flatMap(([value]) => value ?? []);
      if (values.length === 0) return [];
      const ratios = pairs.flatMap(([value, floor]) =>
        value === undefined || floor === undefined || floor <= 0 ? [] : value / floor,
      );
      const figure: Figure = { value: median(values) };
      if (hasRatio && ratios.length > 0) figure.ratio = median(ratios);
      return [[id, figure]];
    }),
  );
}

function valueOf(visit: Visit | undefined, of: (visit: Visit) => number | undefined) {
  return visit && of(visit);
}
