import { ProblemError } from '../client/problem-error.ts';

/** A web address, whole. Throws `proxy-url-invalid` when it is none. */
export function webAddress(address: string): string {
  try {
    const { protocol, href } = new URL(address, document.baseURI);
    if (/^https?:$/.test(protocol)) return href;
  } catch {
    // Told below.
  }
  throw new ProblemError('proxy-url-invalid');
}
