import type { RJSFSchema } from '@rjsf/utils';
import { acceptedMediaTypes, extensionsOf, mostBytes } from 'precandidate-contract';
import { isBase64File } from '../fields/kinds.ts';
import { entrySchema } from '../fields/options.ts';

/** What a browser can make of an image, the smallest first. */
const ENCODABLE = ['image/jpeg', 'image/webp', 'image/png'] as const;

/** What a question for files accepts. */
export interface FileRulesOfField {
  /** Media types, such as `image/*`; empty: all. */
  types: readonly string[];
  /** The `accept` attribute of the input; `undefined`: all. */
  accept: string | undefined;
  /** It asks for pictures only: telephones offer the camera and the library. */
  isImage: boolean;
  /** The type that a picture of another type, or a scaled one, is turned into, if any. */
  imageType: (typeof ENCODABLE)[number] | undefined;
}

/** The schema of a single file: that of the entries, in a list. */
export function fileSchema(schema: RJSFSchema): RJSFSchema {
  return (schema.type === 'array' && entrySchema(schema)) || schema;
}

/** @param schema - of one file, or of a list of them */
export function fileRules(schema: RJSFSchema): FileRulesOfField {
  const types = acceptedMediaTypes(fileSchema(schema).contentMediaType);
  const isImage = types.length > 0 && types.every((type) => type.startsWith('image/'));
  const imageType = ENCODABLE.find(
    (type) => types.length === 0 || types.includes(type) || types.includes('image/*'),
  );
  return { types, accept: acceptAttribute(types, isImage, imageType), isImage, imageType };
}

/** Extensions too, because some systems do not know the types. Any picture can be turned into a JPG. */
function acceptAttribute(
  types: readonly string[],
  isImage: boolean,
  imageType: string | undefined,
): string | undefined {
  if (types.length === 0) return undefined;
  if (isImage && imageType !== undefined) return 'image/*';
  const extensions = types.flatMap(extensionsOf).map((extension) => `.${extension}`);
  const pictures = types.some((type) => type.startsWith('image/')) && imageType ? ['image/*'] : [];
  return [...new Set([...types, ...pictures, ...extensions])].join(',');
}

/** What stands before the base64 of a file without a name. */
export const headOf = (mediaType: string): string => `data:${mediaType};base64,`;

/**
 * The size of the largest file of a type that a question accepts, in bytes; `Infinity` without a limit.
 *
 * @param schema - of one file, or of a list of them
 * @param room - what the form may still send, in characters
 * @param mediaType - default: the longest name of the accepted types
 */
export function largestFile(schema: RJSFSchema, room = Infinity, mediaType?: string): number {
  const own = fileSchema(schema);
  const longest = fileRules(own).types.reduce(
    (one, other) => (other.length > one.length ? other : one),
    '',
  );
  const head = isBase64File(own) ? '' : headOf(mediaType ?? longest);
  const characters = Math.min(own.maxLength ?? Infinity, room);
  return characters === Infinity ? Infinity : mostBytes(characters, head);
}
