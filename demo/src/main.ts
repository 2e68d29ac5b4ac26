// The portal alone, for a proxy that runs elsewhere. Settings: PROXY_URL, PROXY_PUBLIC_URL,
// BACKEND_KEY, RELAY_SECRET, SANDBOX_URL, HOST, PORTAL_PORT.
import closeWithGrace from 'close-with-grace';
import { readSettings } from './settings.ts';
import { startPortal } from './portal.ts';

try {
  const portal = await startPortal(readSettings(process.env));
  closeWithGrace({ logger: false }, () => portal.close());
  console.log(`portal  ${portal.url}/`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
