import en from 'chunk-url:../messages/en.ts';
import es from 'chunk-url:../messages/es.ts';
import pt from 'chunk-url:../messages/pt.ts';
import type { Language } from '../messages/language.ts';
import type { Messages } from '../messages/messages.ts';
import { loadChunk } from './load-chunk.ts';

const CHUNKS: Record<Language, string> = { es, pt, en };

/** The words of one language; a chunk of their own, so that a page loads one language only. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await loadChunk<{ messages: Messages }>(CHUNKS[language])).messages;
}
