import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The text of a body. We ask for no encoding, but a gateway before the service may choose one all
 * the same. Throws when the encoding is unknown, broken, or opens to more than `largest` bytes.
 */
export function decodeBody(bytes: Buffer, encoding: unknown, largest: number): string {
  const names = typeof encoding === 'string' ? encoding.toLowerCase().split(/\s*,\s*/) : [];
  return names
    .filter((name) => name !== '' && name !== 'identity')
    .reduceRight((encoded, name) => {
      const decode = DECODERS[name];
      if (!decode) throw new Error('the body has an unknown encoding');
      return decode(encoded, { maxOutputLength: largest });
    }, bytes)
    .toString('utf8');
}
