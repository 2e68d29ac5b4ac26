import en from 'chunk-url:../i18n/en.ts';
import es from 'chunk-url:../i18n/es.ts';
import pt from 'chunk-url:../i18n/pt.ts';
import host from 'chunk-url:../i18n/host-overrides.ts';
import type { Language, LocaleChoice } from '../i18n/locale.ts';
import type { Messages } from '../i18n/messages.ts';
import { loadChunk } from './load-chunk.ts';

const CHUNKS: Record<Language, string> = { es, pt, en };

/**
 * The words that are wanted. A language is a chunk of its own, so that a page loads one only, and so
 * is what puts a host's words over ours, since most hosts have none.
 */
export async function loadMessages({ language, base, layers }: LocaleChoice): Promise<Messages> {
  const [{ messages }, joining] = await Promise.all([
    loadChunk<{ messages: Messages }>(CHUNKS[base]),
    layers.length > 0 ? loadChunk<typeof import('../i18n/host-overrides.ts')>(host) : undefined,
  ]);
  return joining?.applyHostOverrides(messages, language, layers) ?? messages;
}
