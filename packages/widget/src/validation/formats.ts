import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';

/** Whether a text is of a format, by the same code as in the proxy. An unknown format says nothing. */
export function isOfFormat(text: string, format: string): boolean {
  if (!Object.hasOwn(fullFormats, format)) return true;
  const known = fullFormats[format as FormatName];
  const test = typeof known === 'object' && 'validate' in known ? known.validate : known;
  if (test instanceof RegExp) return test.test(text);
  return typeof test !== 'function' || Boolean((test as (text: string) => unknown)(text));
}
