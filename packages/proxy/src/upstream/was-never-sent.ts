/** Errors of undici and of the socket from before the first byte of the request was sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a call failed before the other side could get any of it. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BEFORE_SENDING.has(String(error.code));
}
