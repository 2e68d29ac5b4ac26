/**
 * What a draft holds of a file without its content: it had no room (see `draft-storage.ts`), or the file was still
 * being read. It is no answer: the field asks for the file again.
 */
export const lostUrl = ({ name }: File): string => `data:lost;name=${encodeURIComponent(name)},`;

export const isLost = (value: unknown): boolean =>
  typeof value === 'string' && /^data:lost;name=[^;,]*,$/.test(value);

/** A field's value without its lost files. */
export function withoutLost(value: unknown): unknown {
  if (!Array.isArray(value)) return isLost(value) ? undefined : value;
  return value.some(isLost) ? value.filter((each) => !isLost(each)) : value;
}
