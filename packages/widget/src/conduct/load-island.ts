import island from 'chunk-url:../island/island.tsx';
import { loadChunk } from './load-chunk.ts';

/** The part that knows React; its download began with the element's own. */
export function loadIsland(): Promise<typeof import('../island/island.tsx')> {
  return loadChunk(island);
}
