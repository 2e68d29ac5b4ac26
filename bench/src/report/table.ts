import { MEASURES, type Measure } from './measures.ts';
import type { Figure, Figures } from './summary.ts';

/** A table of text: measures down, contestants across. */
export function tableOf(columns: Record<string, Figures>): string {
  return aligned(rowsOf(MEASURES, columns));
}

/** The cells of a table, the head first; without the measures that nobody took. */
export function rowsOf(measures: readonly Measure[], columns: Record<string, Figures>): string[][] {
  const names = Object.keys(columns);
  const rows = measures.flatMap((measure) => {
    const cells = names.map((name) => cellOf(measure, columns[name]?.[measure.id]));
    return cells.every((cell) => cell === '') ? [] : [[labelOf(measure), ...cells]];
  });
  return [['', ...names], ...rows];
}

/** `rows` under one another: the first column to the left, the others to the right. */
export function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function labelOf({ title, unit }: Measure): string {
  return unit === '' ? title : `${title}, ${unit}`;
}

function cellOf({ digits }: Measure, figure: Figure | undefined): string {
  if (figure === undefined) return '';
  const value = figure.value.toFixed(digits);
  return figure.ratio === undefined ? value : `${value} (${figure.ratio.toFixed(2)}×)`;
}
