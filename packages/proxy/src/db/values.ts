import type { Param } from './database.ts';

/** The most rows of one statement, far below what either engine takes. */
const MOST_ROWS = 500;

/** `rows` in batches that each fit one statement. */
export function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, index) =>
    rows.slice(index * MOST_ROWS, (index + 1) * MOST_ROWS),
  );
}

/**
 * The rows of a `values` list with their parameters, numbered from `first`. The first row names the
 * types of all columns, which Postgres cannot infer.
 */
export function valuesOf(
  types: readonly string[],
  rows: readonly (readonly Param[])[],
  first: number,
): { text: string; params: Param[] } {
  const text = rows
    .map((_, row) => {
      const places = types.map((type, column) => {
        const place = `$${first + row * types.length + column}`;
        return row === 0 ? `cast(${place} as ${type})` : place;
      });
      return `(${places.join(', ')})`;
    })
    .join(', ');
  return { text, params: rows.flat() };
}
