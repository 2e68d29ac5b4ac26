import type { Schema } from './form.ts';
import type { Json } from './json.ts';

const PDF = 'application/pdf';

/** The name of a file that the candidate chooses, which the form may refuse for its type or size. */
export function fileName({ contentMediaType }: Schema, pick: number): string {
  const isPdf = (contentMediaType === PDF) !== (pick % 5 === 4);
  return `cv${pick % 3}-${[1, 100][pick % 2]}k.${isPdf ? 'pdf' : 'txt'}`;
}

/** The content of a file that the candidate chooses: its name, up to its size. */
export function fileBytes(name: string): Buffer {
  const size = Number(/-(\d+)k\./.exec(name)?.[1] ?? 0) * 1000;
  return Buffer.from(name.padEnd(size, '.'));
}

/** What a form sends for a file of this name. */
export function fileContent(name: string, { format }: Schema): Json {
  const base64 = fileBytes(name).toString('base64');
  const type = name.endsWith('.pdf') ? PDF : 'text/plain';
  return format === 'data-url' ? `data:${type};name=${name};base64,${base64}` : base64;
}
