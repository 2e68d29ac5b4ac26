const LIMIT_MS = 5_000;

/**
 * Whether the browser has a connection: the server of this script responds, or that of the page. Any
 * response counts.
 */
export async function hasConnection(): Promise<boolean> {
  if (navigator.onLine === false) return false;
  return (await isResponding(import.meta.url)) || isResponding('/favicon.ico');
}

async function isResponding(address: string): Promise<boolean> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  try {
    await fetch(new URL(address, document.baseURI), {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: limit.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
