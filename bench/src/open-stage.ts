import { chromium, type Browser } from 'playwright';
import { BROWSER_ARGUMENTS } from 'precandidate-testing/browser.ts';
import type { FormCase } from './cases.ts';
import { BUILT, buildPeer } from './contestants/build-peers.ts';
import type { Contestant, Stage } from './contestants/contestant.ts';
import { makeCertificate } from './serving/http2-server.ts';
import { servePages } from './serving/serve-pages.ts';
import { startService } from './serving/start-service.ts';

/** Everything that a run needs: the host's server, our service, a browser. */
export interface OpenStage extends Stage {
  browser: Browser;
  /**
   * Serves the contestant's page; resolves to its address, or to `undefined` when the contestant is
   * unavailable. A page with a nonce has the strict policy.
   */
  publish(contestant: Contestant, form: FormCase): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function openStage(): Promise<OpenStage> {
  const certificate = await makeCertificate();
  const server = await servePages(certificate, BUILT);
  const builtPages = new Map<string, Promise<string>>();
  const builtPage = (id: string) => {
    const page = builtPages.get(id) ?? buildPeer(id);
    builtPages.set(id, page);
    return page;
  };
  const service = await startService(certificate, server.url);
  const stage = { service, builtPage };
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...BROWSER_ARGUMENTS, `--ignore-certificate-errors-spki-list=${certificate.spki}`],
  });
  return {
    ...stage,
    browser,
    async publish(contestant, form) {
      const html = await contestant.page(form, stage);
      if (html === undefined) return undefined;
      if (contestant.style !== undefined) server.put(contestant.style.path, contestant.style.css);
      const path = `/${contestant.id}-${form.id}.html`;
      const { nonce } = contestant;
      server.put(path, html, nonce === undefined ? undefined : strictPolicy(service.url, nonce));
      return server.url + path;
    },
    async close() {
      await browser.close();
      await service.close();
      server.close();
    },
  };
}

/** The policy of the docs for a page whose form comes from `proxyUrl`. */
function strictPolicy(proxyUrl: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src ${proxyUrl}`,
    `connect-src ${proxyUrl}`,
    `style-src 'nonce-${nonce}'`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}
