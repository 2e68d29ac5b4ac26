import type { Outcome } from './outcome.ts';
import { pairsOf } from './pairs.ts';
import type { Range } from './range.ts';

/** What only one of two checkers tells. */
interface OddError {
  path: string;
  keyword: string;
  params: string;
}

/** How two checkers blame the same pair differently. */
export interface Difference {
  /** Number of the schema, and of the data within its pairs. */
  schema: number;
  item: number;
  kind: 'verdict' | 'blame' | 'params';
  onlyOurs: OddError[];
  onlyTheirs: OddError[];
  /** Why it may be; `undefined` when it may not. */
  excuse: string | undefined;
}

interface Odd {
  isOurs: boolean;
  keyword: string;
  kind: Difference['kind'];
}

/** Where the checker and AJV part, and why they may. All errors of a difference must be explained. */
const EXCUSES: {
  because: string;
  explains: (odd: Odd, schema: string, data: string) => boolean;
}[] = [
  {
    because: 'AJV skips items of a wrong type when it looks for twins: of the type of `items`',
    // Which is not theirs where `prefixItems` judges them.
    explains: ({ isOurs, keyword, kind }, schema) =>
      isOurs && keyword === 'uniqueItems' && (kind === 'blame' || schema.includes('"prefixItems"')),
  },
  {
    because: 'AJV does not see that `__proto__` stands in a list twice',
    explains: ({ isOurs, keyword }, _schema, data) =>
      isOurs && keyword === 'uniqueItems' && data.split('"__proto__"').length > 2,
  },
  {
    because: 'AJV takes an empty list in a list for the one before when it counts `contains`',
    explains: ({ isOurs, keyword }, schema) =>
      (isOurs && keyword === 'contains') ||
      (!isOurs && keyword === 'not' && schema.includes('"contains"')),
  },
  {
    // It then refuses valid data, takes data that is not, or blames it by what `unevaluated…` holds.
    because: 'AJV loses count of what was evaluated beside branches, `contains` and `$ref`',
    explains: (_odd, schema) => schema.includes('"unevaluated'),
  },
];

export function compare(
  range: Range,
  ours: Outcome[][],
  theirs: (Outcome | undefined)[][],
): Difference[] {
  return ours.flatMap((outcomes, offset) => {
    const schema = range.from + offset;
    return outcomes.flatMap((outcome, item) => {
      const other = theirs[offset]?.[item];
      const difference = other && differenceOf(outcome, other);
      if (difference === undefined) return [];
      const found: Difference = { schema, item, ...difference, excuse: undefined };
      found.excuse = excuseOf(range.seed, found);
      return [found];
    });
  });
}

function differenceOf(ours: Outcome, theirs: Outcome) {
  if ((ours.length === 0) !== (theirs.length === 0)) return apart('verdict', ours, theirs);
  const withoutParams = ([path, keyword]: Outcome[number]) => [path, keyword, ''] as const;
  return (
    apart('blame', ours.map(withoutParams), theirs.map(withoutParams)) ??
    apart('params', ours, theirs)
  );
}

type Errors = readonly (readonly [path: string, keyword: string, params: string])[];

function apart(kind: Difference['kind'], ours: Errors, theirs: Errors) {
  const onlyOurs = without(ours, theirs);
  const onlyTheirs = without(theirs, ours);
  return onlyOurs.length + onlyTheirs.length === 0 ? undefined : { kind, onlyOurs, onlyTheirs };
}

function without(errors: Errors, others: Errors): OddError[] {
  const texts = new Set(others.map((error) => error.join(' ')));
  const left = errors.filter((error) => !texts.has(error.join(' ')));
  return left.map(([path, keyword, params]) => ({ path, keyword, params }));
}

function excuseOf(seed: number, difference: Difference): string | undefined {
  const { kind, onlyOurs, onlyTheirs } = difference;
  const pairs = pairsOf(seed, difference.schema);
  const schema = JSON.stringify(pairs.schema);
  const data = JSON.stringify(pairs.data[difference.item]);
  const reasons = [
    ...onlyOurs.map(({ keyword }) => ({ isOurs: true, keyword, kind })),
    ...onlyTheirs.map(({ keyword }) => ({ isOurs: false, keyword, kind })),
  ].map((odd) => EXCUSES.find(({ explains }) => explains(odd, schema, data))?.because);
  return reasons.includes(undefined) ? undefined : [...new Set(reasons)].join(' · ');
}
