/** A web address, whole; `null` when it is none. */
export function webAddress(address: string): string | null {
  try {
    const { protocol, href } = new URL(address, document.baseURI);
    return /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}
