import { promisify } from 'node:util';
import { brotliDecompress, unzip, zstdDecompress } from 'node:zlib';

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECOMPRESSORS = new Map<string, Decompress>([
  ['gzip', promisify(unzip)],
  ['x-gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/**
 * A body without its `Content-Encoding`. Rejects for an unknown one, for a body that is not encoded so, and for one
 * of more than `maxBytes`.
 */
export async function decompress(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const encodings = contentEncoding?.toLowerCase().split(/[\s,]+/) ?? [];
  let bytes = body;
  for (const encoding of encodings.toReversed()) {
    if (encoding === '' || encoding === 'identity') continue;
    const decode = DECOMPRESSORS.get(encoding);
    if (!decode) throw new Error('the body has an unknown encoding');
    bytes = await decode(bytes, { maxOutputLength: maxBytes });
  }
  return bytes;
}
