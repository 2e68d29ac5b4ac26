/** So many rows go into one statement. */
const AT_ONCE = 512;

/**
 * The rows of each statement: the last is repeated up to a power of two, which changes nothing where a
 * row is updated or looked for, so that few different statements are kept prepared.
 */
export function statementsOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, index) => {
    const some = rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE);
    const length = 2 ** Math.ceil(Math.log2(some.length));
    return Array.from({ length }, (_one, at) => some[Math.min(at, some.length - 1)] as Row);
  });
}
