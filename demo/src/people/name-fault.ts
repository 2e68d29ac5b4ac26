/** Longest name, in characters: as long as the longest that people have, and one that a page can show. */
const LONGEST = 120;

/** Why `name` cannot be somebody's name, as a sentence for HR; `undefined` when it can. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return 'Write the name.';
  if (name.trim().length > LONGEST) return `Write the name in ${LONGEST} characters or fewer.`;
  return undefined;
}
