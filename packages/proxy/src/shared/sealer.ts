import { createSecretKey, hash, hkdfSync, randomBytes, subtle } from 'node:crypto';

/** Encrypts stored data of candidates. */
export type Sealer = ReturnType<typeof createSealer>;

const NAME_BYTES = 8;
const NONCE_BYTES = 12;

/**
 * AES-256-GCM with keys derived from the session secrets: the first seals, each of them opens.
 * Sealed data are the key's name, a nonce, and the ciphertext. Web Crypto works in threads of its own,
 * so that files of megabytes do not block others.
 */
export function createSealer(secrets: readonly string[]) {
  const keys = new Map(secrets.map((secret) => [keyName(secret), deriveKey(secret)]));
  const [newest] = keys;
  if (!newest) throw new Error('a sealer needs a secret');
  const [newestName, newestKey] = newest;

  return {
    /** `context` names what the data belongs to; it must be the same to open it. */
    async seal(
      data: Uint8Array<ArrayBuffer> | string,
      context: string,
    ): Promise<Buffer<ArrayBuffer>> {
      const nonce = randomBytes(NONCE_BYTES);
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      const encrypted = await subtle.encrypt(algorithm(nonce, context), newestKey, bytes);
      return Buffer.concat([Buffer.from(newestName), nonce, Buffer.from(encrypted)]);
    },

    /** Rejects when no secret opens it or the context differs. */
    async open(sealed: Uint8Array<ArrayBuffer>, context: string): Promise<Buffer> {
      const key = keys.get(Buffer.from(sealed.subarray(0, NAME_BYTES)).toString());
      if (!key) throw new Error('sealed with an unknown secret');
      const encrypted = sealed.subarray(NAME_BYTES + NONCE_BYTES);
      const nonce = sealed.subarray(NAME_BYTES, NAME_BYTES + NONCE_BYTES);
      return Buffer.from(await subtle.decrypt(algorithm(nonce, context), key, encrypted));
    },
  };
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: Buffer.from(context),
});

/** The context of a stored submission: it opens for its own form only. */
export function formContext({
  person_id,
  form_id,
}: {
  person_id: string;
  form_id: string;
}): string {
  return `submission ${person_id} ${form_id}`;
}

/** Short and public: distinguishes secrets without revealing them. */
export function keyName(secret: string): string {
  return hash('sha256', `key name of ${secret}`, 'base64url').slice(0, NAME_BYTES);
}

function deriveKey(secret: string) {
  const key = hkdfSync('sha256', secret, '', 'precandidate stored data', 32);
  return createSecretKey(Buffer.from(key)).toCryptoKey('AES-GCM', false, ['encrypt', 'decrypt']);
}
