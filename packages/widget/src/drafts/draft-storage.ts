const DRAFT_LIFE_MS = 60 * 60_000;
const NONCE_BYTES = 12;
const ALGORITHM = 'AES-GCM';
/** Marks a field that the candidate emptied; no input can hold it. */
const CLEARED = '\u0000';

/** Of what a draft holds: one of another version does not open. */
export const VERSION = 4;

/** All drafts share this part of their names. */
const PREFIX = 'precandidate-draft:';

/** Where drafts are stored; `undefined` without TLS, or when the host or the candidate forbids it. */
export function tabStorage(): Storage | undefined {
  if (!isSecureContext) return undefined;
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * The stored draft of one form: `<saved at>.<sealed>`, the time in epoch milliseconds. The time is
 * readable, so that a draft without a key expires too, and is authenticated with the sealed values. The element
 * removes it on a reset, and once the proxy or the service has the data (`element.ts`).
 */
export class DraftStorage {
  readonly #storage: Storage;
  readonly #name: string;
  /** Writes and removals: what began before the latest one neither reads nor writes after it. */
  #changes = 0;

  constructor(storage: Storage, formName: string) {
    this.#storage = storage;
    this.#name = PREFIX + formName;
    this.#removeExpired();
  }

  /** Encrypts values and stores them, unless newer ones are written or all are removed meanwhile. */
  async write(values: unknown, keys: readonly string[]): Promise<void> {
    this.#changes += 1;
    const changes = this.#changes;
    const savedAt = Date.now();
    const sealed = await seal(toText(values), keys, this.#context(savedAt));
    if (changes !== this.#changes) return;
    try {
      this.#storage.setItem(this.#name, `${savedAt}.${sealed}`);
    } catch {
      // The storage is full: an outdated draft is worse than none.
      this.remove();
    }
  }

  /** The stored values, unless they are removed meanwhile; removes a draft that none of the keys opens. */
  async read(keys: readonly string[]): Promise<unknown> {
    const stored = this.#storage.getItem(this.#name);
    if (stored === null) return undefined;
    const changes = this.#changes;
    const [savedAt = '', sealed = ''] = stored.split('.');
    try {
      const text = await open(sealed, keys, this.#context(Number(savedAt)));
      if (changes !== this.#changes) return undefined;
      if (text !== undefined) return fromText(text);
    } catch {
      // Not one of our drafts.
    }
    this.remove();
    return undefined;
  }

  remove(): void {
    this.#changes += 1;
    this.#storage.removeItem(this.#name);
  }

  #context(savedAt: number): string {
    return `${this.#name} ${VERSION} ${savedAt}`;
  }

  /** Removes expired drafts of every form, and drafts dated in the future. */
  #removeExpired(): void {
    for (const name of Object.keys(this.#storage)) {
      if (!name.startsWith(PREFIX)) continue;
      const savedAt = Number(this.#storage.getItem(name)?.split('.')[0]);
      if (!(Math.abs(Date.now() - savedAt) < DRAFT_LIFE_MS)) this.#storage.removeItem(name);
    }
  }
}

/** A tab's storage holds 5 MB: one large file would leave no room for the answers. */
const MAX_FILE_CHARACTERS = 100_000;

/**
 * In place of a large file: `data:lost;name=cv.pdf,`, so that its field can ask for it again. The file
 * widget knows the same form.
 */
function withoutContent(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_FILE_CHARACTERS) return value;
  if (!value.startsWith('data:')) return value;
  const [name = ';name='] = /;name=[^;,]*/.exec(value.slice(0, 1_000)) ?? [];
  return `data:lost${name},`;
}

/** JSON without the content of large files. Marks emptied fields, which a default of the schema would fill again. */
export function toText(values: unknown): string {
  return JSON.stringify(values, function (this: Record<string, unknown>, key) {
    // Not the second parameter: a page may have given arrays a `toJSON` that makes them text.
    const value = this[key];
    return value === undefined ? CLEARED : withoutContent(value);
  });
}

/** The values of {@link toText}; emptied fields are `undefined`. */
export function fromText(text: string): unknown {
  return withoutMarks(JSON.parse(text));
}

function withoutMarks(value: unknown): unknown {
  if (value === CLEARED) return undefined;
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMarks(item)]));
}

/**
 * Encrypts with the first key.
 *
 * @param keys - 32 bytes each, as base64url
 * @param context - authenticated, not encrypted
 * @returns nonce and ciphertext as base64
 */
export async function seal(
  text: string,
  keys: readonly string[],
  context: string,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await importKey(keys[0] ?? '', 'encrypt');
  const body = await crypto.subtle.encrypt(parameters(iv, context), key, encode(text));
  return btoa(binaryString(iv) + binaryString(new Uint8Array(body)));
}

/** Decrypts with the first key that fits; `undefined` when none does. */
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
      const text = await crypto.subtle.decrypt(parameters(iv, context), key, body);
      return new TextDecoder().decode(text);
    } catch {
      // Sealed with another key.
    }
  }
  return undefined;
}

function parameters(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: encode(context) };
}

function importKey(key: string, usage: KeyUsage): Promise<CryptoKey> {
  const bytes = bytesOf(key.replaceAll('-', '+').replaceAll('_', '/'));
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, [usage]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** One character per byte, the input of `btoa`. */
function binaryString(bytes: Uint8Array): string {
  return [...bytes].map((byte) => String.fromCharCode(byte)).join('');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
