import { isFileSchema } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';

/** Of a form without files, and what the other fields of a form with files may take. */
export const PLAIN_BODY_BYTES = 256 * 1024;
/** Also of a file whose field has no `maxLength`. */
export const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

/** The largest body that the form may submit, in bytes: its files, and the rest. */
export function bodyLimitOf(schema: unknown): number {
  return Math.min(PLAIN_BODY_BYTES + fileBytesIn(schema), LARGEST_BODY_BYTES);
}

/** Counts each file once, and those of a list up to its `maxItems`. */
function fileBytesIn(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce((sum: number, one) => sum + fileBytesIn(one), 0);
  if (!isJsonObject(schema)) return 0;
  if (isFileSchema(schema)) return Number(schema['maxLength'] ?? LARGEST_BODY_BYTES);
  const items = Number(schema['maxItems'] ?? Infinity);
  return Object.entries(schema).reduce((sum, [keyword, below]) => {
    const bytes = fileBytesIn(below);
    return sum + (bytes > 0 && keyword === 'items' ? bytes * items : bytes);
  }, 0);
}
