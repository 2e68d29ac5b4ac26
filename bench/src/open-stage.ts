import { chromium, type Browser } from 'playwright';
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
   * unavailable. A page with a nonce always has the strict policy.
   */
  publish(
    contestant: Contestant,
    form: FormCase,
    options?: { isStrict?: boolean },
  ): Promise<string | undefined>;
  close(): Promise<void>;
}

const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `connectMs`: see {@link Line}. */
export async function openStage(connectMs: number): Promise<OpenStage> {
  const certificate = await makeCertificate();
  const line = { certificate, connectMs };
  const server = await servePages(line, BUILT);
  const builtPages = new Map<string, Promise<string>>();
  const builtPage = (id: string) => {
    const page = builtPages.get(id) ?? buildPeer(id);
    builtPages.set(id, page);
    return page;
  };
  const service = await startService(line, server.url);
  const stage = { service, builtPage };
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...BROWSER_ARGUMENTS, `--ignore-certificate-errors-spki-list=${certificate.spki}`],
  });
  return {
    ...stage,
    browser,
    async publish(contestant, form, { isStrict = contestant.nonce !== undefined } = {}) {
      const html = await contestant.page(form, stage);
      if (html === undefined) return undefined;
      if (contestant.style !== undefined) server.put(contestant.style.path, contestant.style.css);
      const path = `/${isStrict ? 'strict-' : ''}${contestant.id}-${form.id}.html`;
      server.put(path, html, isStrict ? strictPolicy(contestant, stage) : undefined);
      return server.url + path;
    },
    async close() {
      await browser.close();
      await service.close();
      server.close();
    },
  };
}

/** Names of the Trusted Types policies that the contestants' libraries create. */
const TRUSTED_TYPES = 'lit-html vue dompurify';

/** The policy of `docs/guides/csp.md`, for a page whose form comes from its own origin or from ours. */
function strictPolicy({ origin, nonce }: Contestant, stage: Stage): string {
  const source = origin?.(stage) ?? "'self'";
  return [
    "default-src 'none'",
    `script-src ${source}`,
    `connect-src ${source}`,
    `style-src ${nonce === undefined ? source : `'nonce-${nonce}'`}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES}`,
  ].join('; ');
}
