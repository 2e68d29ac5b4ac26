import type { FormData } from 'precandidate-contract';

/** One try to hand over one set of data, under one key. */
export interface Attempt {
  /** The `Idempotency-Key`: 32 hexadecimal digits. */
  key: string;
  /** The data as it is sent, to tell whether it is still the same. */
  body: string;
}

/**
 * The attempt for these values. The same values as in an attempt whose outcome is unknown keep its
 * key, so that the proxy sends them once however often the candidate tries.
 */
export function attemptFor(unsettled: Attempt | undefined, values: FormData): Attempt {
  const body = JSON.stringify(values);
  return unsettled?.body === body ? unsettled : { key: newKey(), body };
}

/** Not `crypto.randomUUID`, which pages without TLS do not have. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
