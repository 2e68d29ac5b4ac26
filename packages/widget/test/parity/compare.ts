import type { Outcome } from './outcome.ts';
import { pairsOf } from './pairs.ts';
import type { Range } from './range.ts';

/** An error that only one of the two validators reports. */
interface OddError {
  path: string;
  keyword: string;
  params: string;
}

/** A difference between the two validators for one pair. */
export interface Difference {
  /** The number of the schema, and the index of the data among its pairs. */
  schema: number;
  item: number;
  kind: 'verdict' | 'errors' | 'params';
  onlyOurs: OddError[];
  onlyTheirs: OddError[];
  /** Why the difference is acceptable; `undefined` when it is not. */
  excuse: string | undefined;
}

interface Odd {
  isOurs: boolean;
  keyword: string;
  kind: Difference['kind'];
}

/** Acceptable differences from AJV, with their reasons. A reason must explain every error of a difference. */
const EXCUSES: {
  because: string;
  explains: (odd: Odd, schema: string, data: string) => boolean;
}[] = [
  {
    because:
      'AJV skips items of a wrong type, by the type of `items`, when it looks for duplicates',
    // It is the wrong type for items that `prefixItems` validates.
    explains: ({ isOurs, keyword, kind }, schema) =>
      isOurs &&
      keyword === 'uniqueItems' &&
      (kind === 'errors' || schema.includes('"prefixItems"')),
  },
  {
    because: 'AJV does not notice two items `__proto__`',
    explains: ({ isOurs, keyword }, _schema, data) =>
      isOurs && keyword === 'uniqueItems' && data.split('"__proto__"').length > 2,
  },
  {
    because: 'AJV returns the verdict of the previous item for an empty list in `contains`',
    explains: ({ isOurs, keyword }, schema) =>
      (isOurs && keyword === 'contains') ||
      (!isOurs && keyword === 'not' && schema.includes('"contains"')),
  },
];

export function compare(range: Range, ours: Outcome[][], theirs: Outcome[][]): Difference[] {
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
    apart('errors', ours.map(withoutParams), theirs.map(withoutParams)) ??
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
