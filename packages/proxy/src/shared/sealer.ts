import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts stored data of candidates. */
export type Sealer = ReturnType<typeof createSealer>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with keys derived from the session secrets: the first seals, each of them opens.
 * A sealed text is `<key name>.<base64url of nonce, tag, ciphertext>`.
 */
export function createSealer(secrets: readonly string[]) {
  const keys = new Map(secrets.map((secret) => [keyName(secret), deriveKey(secret)]));
  const [newest] = keys;
  if (!newest) throw new Error('a sealer needs a secret');
  const [newestName, newestKey] = newest;

  /** `context` names what the text belongs to; it must be the same to open it. */
  function sealText(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', newestKey, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const packed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    return `${newestName}.${packed}`;
  }

  /** Throws when no secret opens it or the context differs. */
  function openText(sealed: string, context: string): string {
    const [name = '', packed = ''] = sealed.split('.');
    const key = keys.get(name);
    if (!key) throw new Error('sealed with an unknown secret');
    const bytes = Buffer.from(packed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  return {
    sealText,
    openText,
    /** JSON data instead of text. */
    seal: (value: unknown, context: string): string => sealText(JSON.stringify(value), context),
    open: (sealed: string, context: string): unknown => JSON.parse(openText(sealed, context)),
  };
}

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
  return createHash('sha256').update(`key name of ${secret}`).digest('base64url').slice(0, 8);
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'precandidate stored data', 32));
}
