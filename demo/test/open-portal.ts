import type { TestContext } from 'node:test';
import { startPortal, type Portal } from 'precandidate-demo';

/** The secret of {@link openPortal}'s relay. */
export const RELAY_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A portal without a proxy, for one test. */
export async function openPortal(t: TestContext): Promise<Portal> {
  const portal = await startPortal({
    port: 0,
    proxyUrl: 'http://127.0.0.1:1',
    backendKey: 'an unused key',
    relaySecret: RELAY_SECRET,
    sandboxUrl: 'http://127.0.0.1:1',
  });
  t.after(() => portal.close());
  return portal;
}
