import { messages as en } from '../messages/en.ts';
import { messages as es } from '../messages/es.ts';
import type { Language } from '../messages/language.ts';
import type { Messages } from '../messages/messages.ts';
import { messages as pt } from '../messages/pt.ts';
import { wantedWords, type WantedWords } from '../messages/wanted-words.ts';

const WORDS: Record<Language, Messages> = { es, pt, en };

/** The words that a locale asks for, as the element chooses them. */
export function wordsOf(locale: string): { messages: Messages; wanted: WantedWords } {
  const wanted = wantedWords([locale], []);
  return { messages: WORDS[wanted.base], wanted };
}
