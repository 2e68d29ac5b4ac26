import draft from 'chunk-url:../draft/draft.ts';
import { loadChunk } from './load-chunk.ts';

/** The part that keeps what is typed. */
export function loadDraft(): Promise<typeof import('../draft/draft.ts')> {
  return loadChunk(draft);
}
