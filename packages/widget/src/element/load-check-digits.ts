import checkDigits from 'chunk-url:../check-digits/check-digits.ts';
import type { CheckDigits } from '../form/form-handle.ts';
import { loadChunk } from './load-chunk.ts';

/** The rules of identity numbers; `undefined` when they cannot be had now. */
export async function loadCheckDigits(): Promise<CheckDigits | undefined> {
  return loadChunk<CheckDigits>(checkDigits).catch(() => undefined);
}
