import { readFileSync } from 'node:fs';
import { baseIdOf, MEASURES, type Result } from './results.ts';

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

const GOALS = JSON.parse(
  readFileSync(new URL('goals.json', import.meta.url), 'utf8'),
) as readonly Goal[];

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
    const unit = ratio === undefined ? ` ${measure.unit}` : ` × ${baseIdOf(measure, contestant)}`;
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
