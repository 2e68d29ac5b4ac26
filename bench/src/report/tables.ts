import {
  MEASURES,
  type CaseReport,
  type Figure,
  type Figures,
  type Measure,
  type Result,
} from './results.ts';

/** A table for the terminal: measures down, contestants across. */
export function tableOf(figures: Record<string, Figures>): string {
  return aligned(rowsOf(figures));
}

/** All tables of a run, for the README. */
export function markdownOf(result: Result): string {
  const { at, browser, cores, machine, rounds, cases } = result;
  const about = `Run of ${at.slice(0, 10)}: Chromium ${browser}, ${cores} cores (${machine}), ${rounds} rounds, no other programs.`;
  const parts = cases.map(
    (report) =>
      `### ${report.title}\n${markdownTable(rowsOf(report.figures))}${failuresOf(report)}`,
  );
  return [about, ...parts].join('\n\n');
}

function failuresOf({ failures }: CaseReport): string {
  const lines = Object.entries(failures).map(
    ([id, why]) => `\n${id} failed at least once: ${why}.`,
  );
  return lines.length === 0 ? '' : `\n${lines.join('\n')}`;
}

/** Cells, the header first; without measures that no contestant has. */
function rowsOf(figures: Record<string, Figures>): string[][] {
  const ids = Object.keys(figures);
  const rows = MEASURES.flatMap((measure) => {
    const cells = ids.map((id) => cellOf(measure, figures[id]?.[measure.id]));
    return cells.every((cell) => cell === '') ? [] : [[labelOf(measure), ...cells]];
  });
  return [['', ...ids], ...rows];
}

function labelOf({ title, unit }: Measure): string {
  return unit === '' ? title : `${title}, ${unit}`;
}

function cellOf({ digits }: Measure, figure: Figure | undefined): string {
  if (figure === undefined) return '';
  const value = figure.value.toFixed(digits);
  return figure.ratio === undefined ? value : `${value} (${figure.ratio.toFixed(2)}×)`;
}

/** The first column is aligned left, the others right. */
function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function markdownTable([header = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [line(header), line(rule), ...rows.map((cells) => line(cells))].join('\n');
}
