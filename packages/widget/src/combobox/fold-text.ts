/** Text without what people leave out when they search: accents, capitals, doubled blanks. */
export function foldText(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/\s+/g, ' ').trim();
}
