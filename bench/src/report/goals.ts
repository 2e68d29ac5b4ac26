import { MEASURES, type Result } from './results.ts';

interface Goal {
  measure: string;
  /** Case, such as `200`. */
  form: string;
  contestant: 'ours' | 'ours-nonce';
  /** At most this ratio to the measure's base. */
  ratio?: number;
  /** At most this, in the measure's unit. */
  value?: number;
}

const GOALS: readonly Goal[] = [
  { measure: 'usable', form: '2', contestant: 'ours', ratio: 1.5 },
  { measure: 'usable', form: '2', contestant: 'ours-nonce', ratio: 1.1 },
  { measure: 'key_busy', form: '200', contestant: 'ours', ratio: 1.2 },
  { measure: 'blocking', form: '2', contestant: 'ours', value: 30 },
  { measure: 'blocking', form: '200', contestant: 'ours', value: 60 },
  { measure: 'early_keys', form: '2', contestant: 'ours', ratio: 1.25 },
  { measure: 'early_keys', form: '200', contestant: 'ours', ratio: 1.25 },
  { measure: 'refusal', form: '200', contestant: 'ours', ratio: 1.5 },
  { measure: 'busy', form: '25', contestant: 'ours', ratio: 2 },
  { measure: 'bytes_usable', form: '25', contestant: 'ours', value: 12 },
  { measure: 'bytes', form: '25', contestant: 'ours', value: 150 },
  { measure: 'heap', form: '25', contestant: 'ours', value: 3 },
];

/** The goals beside what the run measured, those that it misses first; without those that it did not measure. */
export function goalsOf({ cases }: Pick<Result, 'cases'>): string {
  const rows = GOALS.flatMap(({ measure: id, form, contestant, ratio, value }) => {
    const measure = MEASURES.find((each) => each.id === id);
    const report = cases.find((each) => each.id === form);
    const figure = report?.figures[contestant]?.[id];
    const measured = ratio === undefined ? figure?.value : figure?.ratio;
    if (measure === undefined || report === undefined || measured === undefined) return [];
    const limit = ratio ?? value ?? Number.NaN;
    const digits = ratio === undefined ? measure.digits : 2;
    const unit = ratio === undefined ? ` ${measure.unit}` : ` × ${measure.base}`;
    const cells = [
      measure.title,
      report.title,
      `\`${contestant}\``,
      `≤ ${limit}${unit}`,
      `${measured.toFixed(digits)}${unit}`,
    ];
    const isMet = measured <= limit;
    return [{ isMet, line: `| ${cells.join(' | ')} | ${isMet ? 'yes' : '**no**'} |` }];
  });
  const sorted = rows.toSorted((a, b) => Number(a.isMet) - Number(b.isMet));
  return [
    '| Measure | Form | Contestant | Goal | Measured | Met |',
    '|---|---|---|---|---|---|',
    ...sorted.map(({ line }) => line),
  ].join('\n');
}
