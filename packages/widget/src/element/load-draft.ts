import draft from 'chunk-url:../drafts/draft.ts';
import { loadChunk } from './load-chunk.ts';

/** The part that keeps what is typed. */
export function loadDraft(): Promise<typeof import('../drafts/draft.ts')> {
  return loadChunk(draft);
}
