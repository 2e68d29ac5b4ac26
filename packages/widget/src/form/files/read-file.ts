import type { RJSFSchema } from '@rjsf/utils';
import { acceptsFile, typeOfFile } from 'precandidate-contract';
import { isBase64File } from '../fields/kinds.ts';
import { fileRules, fileSchema, headOf, largestFile } from './file-rules.ts';
import type { FileFault } from './file-texts.ts';

/** The chunk that scales pictures, and renders them. */
export type Images = typeof import('../../images/images.ts');

export type ReadFile = { url: string } | { fault: FileFault };

interface ReadOptions {
  /** Of one file, or of a list of them. */
  schema: RJSFSchema;
  /** What the form may still send, in characters. Default: as much as the schema allows. */
  room?: number;
  /** Called only for a picture that is too large or of another type. Default: such a picture is refused. */
  loadImages?: (() => Promise<Pick<Images, 'scaleImage'> | undefined>) | undefined;
}

/**
 * Reads a chosen file as a `data:` URL with its name that the schema accepts, or says why it cannot. A picture
 * that is too large is scaled down, and one of another type is turned into one that is accepted.
 */
export async function readFile(file: File, options: ReadOptions): Promise<ReadFile> {
  const schema = fileSchema(options.schema);
  const mediaType = typeOfFile({ mediaType: file.type, name: file.name });
  const { contentMediaType } = schema;
  const isRightType = acceptsFile(contentMediaType, { mediaType, name: file.name });
  const isPicture = mediaType.startsWith('image/');
  const { imageType } = fileRules(schema);
  const largest = largestFile(schema, options.room, isPicture ? imageType : mediaType);
  if (file.size === 0) return { fault: { kind: await emptyOrGone(file) } };
  const isRight = isRightType && file.size <= largestFile(schema, options.room, mediaType);
  if (isRight) return read(file, file.name, mediaType, options);
  const tooLarge = { fault: { kind: 'tooLarge', bytes: file.size, largest } } as const;
  const wrongType = { fault: { kind: 'wrongType', contentMediaType } } as const;
  if (!isPicture || imageType === undefined) return isRightType ? tooLarge : wrongType;
  const images = await options.loadImages?.();
  if (images === undefined) return isRightType ? tooLarge : wrongType;
  try {
    const made = await images.scaleImage(file, imageType, largest);
    if (made === 'undecodable') return isRightType ? tooLarge : { fault: { kind: 'undecodable' } };
    if (made === 'tooLarge') return tooLarge;
    const [extension] = imageType === 'image/jpeg' ? ['jpg'] : [imageType.slice('image/'.length)];
    const name = `${file.name.replace(/\.[^.]*$/, '')}.${extension}`;
    return await read(made, name, imageType, options);
  } catch (error) {
    return { fault: { kind: faultOf(error) } };
  }
}

async function read(
  content: Blob,
  name: string,
  mediaType: string,
  { schema, room = Infinity }: ReadOptions,
): Promise<ReadFile> {
  try {
    const bare = await toDataUrl(content, mediaType);
    const { maxLength = Infinity } = fileSchema(schema);
    const named = bare.replace(';base64,', `;name=${encodeURIComponent(name)};base64,`);
    const isNameKept =
      isBase64File(fileSchema(schema)) || named.length <= Math.min(maxLength, room);
    return { url: isNameKept ? named : bare };
  } catch (error) {
    return { fault: { kind: faultOf(error) } };
  }
}

/** A file that was deleted has no size either. */
async function emptyOrGone(file: File): Promise<'empty' | 'gone' | 'unreadable'> {
  try {
    await file.arrayBuffer();
    return 'empty';
  } catch (error) {
    return faultOf(error);
  }
}

/** A browser reports a file that was deleted or changed since it was chosen by one of these names. */
function faultOf(error: unknown): 'gone' | 'unreadable' {
  const { name } = error as Error;
  return name === 'NotFoundError' || name === 'NotReadableError' ? 'gone' : 'unreadable';
}

/** The browser's own URL, but with the media type that was judged. */
function toDataUrl(content: Blob, mediaType: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.addEventListener('load', () => {
      const url = String(reader.result);
      const base64 = url.slice(url.indexOf(',') + 1);
      resolve(headOf(mediaType || 'application/octet-stream') + base64);
    });
    reader.readAsDataURL(content);
  });
}
