import type { Choice } from './choice.ts';
import { foldText } from './fold-text.ts';

/** No list is longer on the screen: more letters shorten it. */
const MOST = 100;

/**
 * The choices that a text may mean: those that begin with it or have it as their code first, then
 * those with a word that begins with it, then those that hold it anywhere; each in the order given.
 * Accents and capitals make no difference. All of them for an empty text.
 */
export function findChoices(choices: readonly Choice[], text: string): Choice[] {
  const wanted = foldText(text);
  if (wanted === '') return choices.slice(0, MOST);
  const ranks: Choice[][] = [[], [], []];
  for (const choice of choices) ranks[rankOf(choice, wanted)]?.push(choice);
  return ranks.flat().slice(0, MOST);
}

/** Whether a text is all of a choice, or of its code. */
export function isMeant({ text, code = '' }: Choice, typed: string): boolean {
  const wanted = foldText(typed);
  return foldText(text) === wanted || code.toLowerCase() === wanted.replaceAll(/[\s-]/g, '');
}

function rankOf({ text, code = '' }: Choice, wanted: string): number {
  const folded = foldText(text);
  if (folded.startsWith(wanted) || startsCode(code, wanted)) return 0;
  if (folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1;
  return folded.includes(wanted) ? 2 : Infinity;
}

/** `PE LIM`, `PELIM` and `LIM` are one code. */
function startsCode(code: string, wanted: string): boolean {
  const bare = wanted.replaceAll(/[\s-]/g, '');
  const own = code.toLowerCase();
  return bare.length > 1 && (own.startsWith(bare) || own.slice(2).startsWith(bare));
}
