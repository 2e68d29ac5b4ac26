import type { Schema } from './form.ts';
import type { Json } from './json.ts';

/** The content of a file that the candidate chooses: its name, up to its size. */
export function fileBytes(name: string): Buffer {
  const size = Number(/-(\d+)k\./.exec(name)?.[1] ?? 0) * 1000;
  return Buffer.from(name.padEnd(size, '.'));
}

/** What a form sends for a file of this name. */
export function fileContent(name: string, { format }: Schema): Json {
  const base64 = fileBytes(name).toString('base64');
  return format === 'data-url' ? `data:text/plain;name=${name};base64,${base64}` : base64;
}
