import combobox from 'chunk-url:../combobox/combobox.ts';
import type { Combobox } from '../form/form-handle.ts';
import { loadChunk } from './load-chunk.ts';

/** What makes an input a combobox; `undefined` when it cannot be had now. */
export async function loadCombobox(): Promise<Combobox | undefined> {
  return loadChunk<Combobox>(combobox).catch(() => undefined);
}
