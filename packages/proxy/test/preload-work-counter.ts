// Preloaded into a proxy process (`node --import`): how much text or data its main thread has read,
// written, digested, or encrypted at once. Answers each message with it.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const most: Record<string, number> = {};

function note(work: string, value: unknown): void {
  const { length = 0 } = Object(value) as { length?: number };
  most[work] = Math.max(most[work] ?? 0, length);
}

if (isMainThread) {
  const { parse, stringify } = JSON as unknown as Record<string, (...given: unknown[]) => unknown>;
  Object.assign(JSON, {
    parse: (text: string, ...rest: unknown[]) => {
      note('JSON.parse', text);
      return parse?.(text, ...rest);
    },
    stringify: (...given: unknown[]) => {
      const text = stringify?.(...given);
      note('JSON.stringify', text);
      return text;
    },
  });
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = function (bytes, options) {
    const text = decode.call(this, bytes, options);
    note('decode', text);
    return text;
  };
  const { hash, createCipheriv, createDecipheriv } = crypto;
  Object.assign(crypto, {
    hash: (...given: Parameters<typeof hash>) => {
      note('hash', given[1]);
      return hash(...given);
    },
    createCipheriv: (...given: Parameters<typeof createCipheriv>) =>
      noteUpdates('encrypt', createCipheriv(...given)),
    createDecipheriv: (...given: Parameters<typeof createDecipheriv>) =>
      noteUpdates('decrypt', createDecipheriv(...given)),
  });
  syncBuiltinESMExports();
  process.on('message', () => process.send?.(most));
  process.channel?.unref();
}

function noteUpdates<Cipher extends crypto.Cipheriv | crypto.Decipheriv>(
  work: string,
  cipher: Cipher,
): Cipher {
  const update = cipher.update.bind(cipher) as (data: never, ...rest: never[]) => never;
  return Object.assign(cipher, {
    update: (data: never, ...rest: never[]) => {
      note(work, data);
      return update(data, ...rest);
    },
  });
}
