const SEPARATORS = /[\s.\-‐-―]/gu;

/**
 * Text as it is meant: blanks around it are none of it. A code that is right but for the dots, dashes,
 * blanks or small letters that people write it with is what they leave behind.
 *
 * @param isRight - whether the field's schema accepts a text; absent when the field holds no code
 * @returns `''` when nothing but blanks was typed
 */
export function tidyText(typed: string, isRight?: (text: string) => boolean): string {
  const text = typed.trim();
  if (text === '' || isRight === undefined) return text;
  const bare = text.replaceAll(SEPARATORS, '');
  const readings = [text, text.toUpperCase(), bare, bare.toUpperCase()];
  return readings.find((reading) => reading !== '' && isRight(reading)) ?? text;
}
