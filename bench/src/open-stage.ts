import { chromium, type Browser } from 'playwright';
import type { Stage } from './contestants/contestant.ts';
import { buildPeer, BUILT } from './peers/build-peer.ts';
import { makeCertificate } from './serving/certificate.ts';
import { servePages, type PageServer } from './serving/serve-pages.ts';
import { startService } from './serving/start-service.ts';

/** Everything a run needs: the host's server, our service, a browser. */
export interface OpenStage extends Stage {
  browser: Browser;
  server: PageServer;
  close(): Promise<void>;
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens it; `connectMs` as in {@link Line}. */
export async function openStage(connectMs: number): Promise<OpenStage> {
  const certificate = await makeCertificate();
  const line = { certificate, connectMs };
  const server = await servePages(line, BUILT);
  const pages = new Map<string, Promise<string>>();
  const builtPage = (id: string) => {
    const page = pages.get(id) ?? buildPeer(id);
    pages.set(id, page);
    return page;
  };
  const service = await startService(line, server.url);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...ARGUMENTS, `--ignore-certificate-errors-spki-list=${certificate.spki}`],
  });
  return {
    browser,
    server,
    service,
    builtPage,
    async close() {
      await browser.close();
      await service.close();
      server.close();
    },
  };
}
