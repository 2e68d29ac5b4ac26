/** First letters of each month in Spanish, Portuguese and English; no two months share any. */
const MONTHS = [
  ['ene', 'jan'],
  ['feb', 'fev'],
  ['mar'],
  ['abr', 'apr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['ago', 'aug'],
  ['set', 'sep'],
  ['oct', 'out'],
  ['nov'],
  ['dic', 'dez', 'dec'],
];

/** The month that a name means, `03` for “mar”, “marzo”, “Março” or “March”; else `undefined`. */
export function monthNumber(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  if (!/^\p{L}{3,}\.?$/u.test(lower)) return undefined;
  const month = MONTHS.findIndex((starts) => starts.some((start) => lower.startsWith(start)));
  return month < 0 ? undefined : String(month + 1).padStart(2, '0');
}
