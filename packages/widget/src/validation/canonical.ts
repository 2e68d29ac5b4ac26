/** Text that two JSON values share exactly when they are equal: the order of names does not count. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const member = ([name, child]: [string, unknown]) =>
    `${JSON.stringify(name)}:${canonical(child)}`;
  return `{${Object.entries(value).map(member).sort().join()}}`;
}
