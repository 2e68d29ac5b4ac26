import { acceptsFile, type FileKind } from './media-types.ts';

/** The length of a text whose field has no `maxLength`, unless it is a file. */
export const LONGEST_TEXT = 64 * 1024;

/** A file in a `data:` URL, such as `data:text/plain;charset=utf-8;name=cv.txt;base64,SG9sYQ==`. */
export interface DataUrl extends FileKind {
  /** The parameters of the media type, as written, without `name` and `base64`. */
  parameters: readonly string[];
  /** Size of the file. */
  bytes: number;
}

/** What a schema says about a file. */
export interface FileRules {
  type?: unknown;
  format?: unknown;
  contentEncoding?: unknown;
  contentMediaType?: unknown;
  maxLength?: unknown;
}

const TOKEN = '[\\w!#$&^.+-]+';
const HEAD = new RegExp(
  `^data:(${TOKEN}/${TOKEN})?((?:;\\s*${TOKEN}=(?:"[^"]*"|[^;,"]*))*);base64,`,
  'i',
);
/** Longer than the longest name of a file, with every letter encoded. */
const LONGEST_HEAD = 4_096;

/** Whether a schema is that of a file: text in base64, alone or as a data URL. */
export function isFileSchema({ type, format, contentEncoding }: FileRules): boolean {
  const isText = type === undefined || [type].flat().includes('string');
  return isText && (format === 'data-url' || contentEncoding === 'base64');
}

/** Reads a data URL in base64; `undefined` for other text. The content is not decoded. */
export function parseDataUrl(text: string): DataUrl | undefined {
  const [head, mediaType = '', parameterText = ''] = HEAD.exec(text.slice(0, LONGEST_HEAD)) ?? [];
  if (head === undefined) return undefined;
  const bytes = bytesOfBase64(text, head.length);
  if (bytes === undefined) return undefined;
  const all = parameterText
    .split(';')
    .slice(1)
    .map((each) => each.trim());
  const isName = (parameter: string) => /^name=/i.test(parameter);
  const name = decoded(all.find(isName)?.slice('name='.length) ?? '');
  const parameters = all.filter((each) => !isName(each));
  return { mediaType: mediaType.toLowerCase(), name, parameters, bytes };
}

function decoded(name: string): string {
  const bare = name.replace(/^"(.*)"$/, '$1');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

/**
 * The number of bytes that base64 stands for; `undefined` if it cannot be base64. Only its length and its
 * ends are looked at: a file of several megabytes is checked after each change of a form.
 *
 * @param start - where the base64 begins
 */
export function bytesOfBase64(text: string, start = 0): number | undefined {
  const length = text.length - start;
  if (length === 0) return 0;
  const end = text.slice(Math.max(start, text.length - 4));
  const isBase64 =
    /^[a-z\d+/]+={0,2}$/i.test(end) && /^[a-z\d+/]{2}/i.test(text.slice(start, start + 2));
  const padding = /=*$/.exec(end)?.[0].length ?? 0;
  // Without padding, one letter alone stands for no byte.
  const isWhole = padding === 0 ? length % 4 !== 1 : length % 4 === 0;
  return isBase64 && isWhole ? Math.floor(((length - padding) * 3) / 4) : undefined;
}

/** `format: data-url`: a file in base64 that is not empty. */
export function isDataUrl(text: string): boolean {
  return (parseDataUrl(text)?.bytes ?? 0) > 0;
}

/**
 * `contentEncoding: base64`: not empty. A data URL, which `format` judges, and other encodings are accepted.
 */
export function isOfEncoding(text: string, { contentEncoding, format }: FileRules): boolean {
  if (contentEncoding !== 'base64' || format === 'data-url') return true;
  return (bytesOfBase64(text) ?? 0) > 0;
}

/** `contentMediaType`: judges data URLs, since base64 alone does not say its type. */
export function isOfMediaType(text: string, { contentMediaType, format }: FileRules): boolean {
  if (format !== 'data-url') return true;
  const file = parseDataUrl(text);
  return file === undefined || acceptsFile(contentMediaType, file);
}

/**
 * The size of the largest file that fits into a text.
 *
 * @param maxLength - of the text, in characters
 * @param head - the text before the base64
 */
export function mostBytes(maxLength: number, head = ''): number {
  return Math.max(0, Math.floor((maxLength - head.length) / 4) * 3);
}

/** The length of a file's base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;
