/** Text to compare: lower case, without accents, and with typographic apostrophes. */
export function plainText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll("'", '’').trim().toLowerCase();
}
