import type { RJSFSchema } from '@rjsf/utils';
import { acceptedMediaTypes, extensionsOf } from 'precandidate-contract';
import { formatMessage } from '../../i18n/format-message.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { LocaleNumbers } from '../fields/locale-numbers.ts';
import { fileSchema, largestFile } from './file-rules.ts';

/** Why a file cannot be the answer. */
export type FileFault =
  | { kind: 'empty' | 'gone' | 'unreadable' | 'undecodable' }
  | { kind: 'wrongType'; contentMediaType: unknown }
  | { kind: 'tooLarge'; bytes: number; largest: number };

type FileMessages = Pick<Messages, 'file'>;
type Numbers = Pick<LocaleNumbers, 'format'>;

/** The name of a file in its `data:` URL; `''` for none. */
export function fileName(url: string): string {
  const [, name = ''] = /;name=([^;,]*)/.exec(url.slice(0, 1_000)) ?? [];
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The types of a `contentMediaType` as people call them: `JPG or PDF`; `''` for any type. */
export function fileTypeNames(contentMediaType: unknown, { file }: FileMessages): string {
  const names = acceptedMediaTypes(contentMediaType).map((type) => {
    if (type === 'image/*') return file.image;
    const [group = '', name = ''] = type.split('/');
    const [extension = name === '*' ? group : name.replace(/^x-/, '')] = extensionsOf(type);
    return extension.toUpperCase();
  });
  const last = names.pop() ?? '';
  return names.length > 0 ? names.join(', ') + file.or + last : last;
}

/** E.g. `1.5 MB`, `320 kB`: a megabyte has a million bytes, as telephones count. */
export function sizeText(bytes: number, numbers: Numbers): string {
  if (bytes < 1_000) return `${numbers.format(bytes)} B`;
  if (bytes < 1e5) return `${numbers.format(Math.round(bytes / 1_000))} kB`;
  return `${numbers.format(Math.round(bytes / 1e5) / 10)} MB`;
}

/**
 * What a question accepts, to be read before choosing: `JPG or PDF, up to 1.5 MB`; `''` for any file.
 *
 * @param schema - of one file, or of a list of them
 * @param room - what the form may send, in characters
 */
export function fileHint(
  schema: RJSFSchema,
  messages: FileMessages,
  numbers: Numbers,
  room?: number,
): string {
  const types = fileTypeNames(fileSchema(schema).contentMediaType, messages);
  const largest = largestFile(schema, room);
  const size =
    largest === Infinity ? '' : formatMessage(messages.file.upTo, sizeText(largest, numbers));
  const text = [types, size].filter((part) => part !== '').join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The error of a file that cannot be the answer. */
export function fileFaultText(fault: FileFault, messages: FileMessages, numbers: Numbers): string {
  const { file } = messages;
  switch (fault.kind) {
    case 'tooLarge': {
      const { bytes, largest } = fault;
      const rounded = [sizeText(bytes, numbers), sizeText(largest, numbers)] as const;
      const exact = [`${numbers.format(bytes)} B`, `${numbers.format(largest)} B`] as const;
      const [own, most] = rounded[0] === rounded[1] ? exact : rounded;
      return `${formatMessage(file.size, own)} ${formatMessage(file.largest, most)}`;
    }
    case 'wrongType':
      return formatMessage(file.wrongType, fileTypeNames(fault.contentMediaType, messages));
    default:
      return file[fault.kind];
  }
}
