import { auditRows } from './audit-tables.ts';
import { MEASURES } from './measures.ts';
import type { CaseReport, Result } from './result.ts';
import { rowsOf } from './table.ts';

/** The tables of a run for the README. */
export function markdownOf(result: Result): string {
  const { at, browser, cores, rounds, cases, audits } = result;
  const about = `Run of ${at.slice(0, 10)}: Chromium ${browser}, ${cores} cores, ${rounds} rounds.`;
  const parts = cases.map(
    (report) => `### ${report.title}\n${tableOf(report)}${failuresOf(report)}`,
  );
  if (audits !== undefined)
    parts.push(
      `### Looked at once (axe: ${audits.form}; the policy: 2 fields)\n${pipes(auditRows(audits))}`,
    );
  return [about, ...parts].join('\n\n');
}

/** Contestants down, measures across would be wider than a page. */
function tableOf({ figures }: CaseReport): string {
  return pipes(rowsOf(MEASURES, figures));
}

function failuresOf({ failures }: CaseReport): string {
  const lines = Object.entries(failures).map(
    ([id, why]) => `\n${id} failed at least once: ${why}.`,
  );
  return lines.length === 0 ? '' : `\n${lines.join('\n')}`;
}

function pipes([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map((cells) => line(cells))].join('\n');
}
