/**
 * `x-schema-changes`: what admission took out of a schema, by kinds and how often. Pointers hold
 * property names, which a header may not be able to carry.
 */
export function schemaChangesHeader(changes: readonly string[]): Record<string, string> {
  if (changes.length === 0) return {};
  const counts = new Map<string, number>();
  for (const change of changes) {
    const kind = change.split(' ')[0] ?? change;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const listed = [...counts].map(([kind, count]) => `${kind};count=${count}`);
  return { 'x-schema-changes': listed.join(', ') };
}
