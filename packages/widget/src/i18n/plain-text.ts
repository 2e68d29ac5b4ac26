/** Text to compare: lower case, without accents, invisible marks, and repeated spaces, with typographic apostrophes. */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll("'", '’');
  return plain.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** Digits of every script as Latin ones, with the signs that Arabic puts between them: `١٬٢٣٤٫٥` as `1,234.5`. */
export function latinDigits(text: string): string {
  return text
    .replaceAll(/(?!\d)\p{Nd}/gu, latinDigit)
    .replaceAll('٬', ',')
    .replaceAll('٫', '.');
}

/** The ten digits of a script follow each other. */
function latinDigit(digit: string): string {
  const isDigit = (back: number) =>
    /\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - back));
  let value = 0;
  while (value < 9 && isDigit(value + 1)) value += 1;
  return String(value);
}
