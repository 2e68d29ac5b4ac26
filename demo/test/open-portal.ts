import { after, before } from 'node:test';
import { startPortal, type Portal } from 'precandidate-demo';

/** The secret of {@link openPortal}'s relay. */
export const RELAY_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A portal without a proxy, for the tests of a file. */
export function openPortal(): Portal {
  const portal = {} as Portal;
  before(async () => {
    const nowhere = { proxyUrl: 'http://127.0.0.1:1', sandboxUrl: 'http://127.0.0.1:1' };
    const keys = { backendKey: 'an unused key', relaySecret: RELAY_SECRET };
    Object.assign(portal, await startPortal({ port: 0, ...nowhere, ...keys }));
  });
  after(() => portal.close());
  return portal;
}

/** Posts values as an HTML form does, without following redirects. */
export function postForm(
  url: string,
  values: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(values),
  });
}
