const NONCE_BYTES = 12;
const ALGORITHM = 'AES-GCM';

/**
 * Encrypts under the first of the keys.
 *
 * @param keys - 32 bytes each, as base64url
 * @param context - must be the same to open it
 * @returns base64 of nonce and ciphertext
 */
export async function seal(
  text: string,
  keys: readonly string[],
  context: string,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await importKey(keys[0] ?? '', 'encrypt');
  const body = await crypto.subtle.encrypt(sealing(iv, context), key, encode(text));
  return btoa(textOf(iv) + textOf(new Uint8Array(body)));
}

/** The text; `undefined` when none of the keys opens it. */
export async function open(
  sealed: string,
  keys: readonly string[],
  context: string,
): Promise<string | undefined> {
  const bytes = bytesOf(sealed);
  const [iv, body] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)];
  for (const each of keys) {
    try {
      const key = await importKey(each, 'decrypt');
      const text = await crypto.subtle.decrypt(sealing(iv, context), key, body);
      return new TextDecoder().decode(text);
    } catch {
      // Sealed under another key, or not by us.
    }
  }
  return undefined;
}

function sealing(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: encode(context) };
}

function importKey(key: string, usage: KeyUsage): Promise<CryptoKey> {
  const bytes = bytesOf(key.replaceAll('-', '+').replaceAll('_', '/'));
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, [usage]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** One character per byte, as `btoa` takes them. */
function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
