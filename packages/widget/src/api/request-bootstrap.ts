import type { BootstrapRequest, PATHS } from 'precandidate-contract';

const PATH: typeof PATHS.bootstrap = '/bootstrap';

/**
 * Asks for all that opens a form. A browser sends this to another origin at once: a text without
 * headers of ours needs no leave. Rejects when the proxy cannot be reached.
 *
 * @param proxyUrl - the proxy's address; ends with `/`
 */
export function requestBootstrap(
  proxyUrl: string,
  request: BootstrapRequest,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(new URL(PATH.slice(1), proxyUrl), {
    method: 'POST',
    body: JSON.stringify(request),
    // The token is all the proxy needs; cookies of its origin are none of our business.
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
}
