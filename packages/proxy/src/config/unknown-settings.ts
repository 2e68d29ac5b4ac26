/** Shorter names resemble too many others: `HOST` and `POST`. */
const SHORTEST_NAME = 6;
const LARGEST_DISTANCE = 2;

/**
 * Names in the environment that are no settings but look like one, such as `RATE_LIMITS`, each with what to do.
 *
 * @param known - `secret`: it may come from the file that `<NAME>_FILE` names
 */
export function misspelledSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: ReadonlyMap<string, { secret: boolean }>,
): string[] {
  const names = [...known].flatMap(([name, { secret }]) =>
    secret ? [name, `${name}_FILE`] : [name],
  );
  const isLong = (name: string) => name.length >= SHORTEST_NAME;
  const others = Object.keys(env).filter((name) => isLong(name) && !names.includes(name));
  return others.flatMap((name) => {
    const plain = name.replace(/_FILE$/, '');
    if (plain !== name && known.has(plain)) return [`${name} is not read: set ${plain} itself`];
    const [nearest] = names
      .filter(isLong)
      .map((each) => ({ each, distance: editDistance(name.toUpperCase(), each) }))
      .filter(({ distance }) => distance <= LARGEST_DISTANCE)
      .toSorted((one, other) => one.distance - other.distance);
    return nearest ? [`${name} is not a setting: did you mean ${nearest.each}?`] : [];
  });
}

/** How many letters must be added, removed, or replaced to turn one text into the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, theirs] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + Number(letter !== theirs);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
