/** Text to compare: lower case, without accents, invisible marks, and repeated spaces, with typographic apostrophes. */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll("'", '’');
  return plain.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
