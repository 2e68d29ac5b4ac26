import island from 'chunk-url:../form/mount-form.tsx';
import { loadChunk } from './load-chunk.ts';

/** The part that knows React; its download began with the element's own. */
export function loadFormApp(): Promise<typeof import('../form/mount-form.tsx')> {
  return loadChunk(island);
}
