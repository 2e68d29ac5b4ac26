import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import type { Precandidate, Session, SessionRequest } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { SESSION_SECRET, sessionThatEnds } from '../stage/candidate.ts';
import { BUSY_MACHINE, proxySettings, requestProxy, untilPrerendered } from '../stage/service.ts';
import { startNetwork, type Network } from './network.ts';

/** A portal's page with one form in it. */
export interface FormPage {
  url: string;
  person_id: string;
  form_id: string;
  /** A session of this form that has ended; `session-url` gives a fresh one. */
  endedSession(): Promise<string>;
}

export interface PageOptions {
  pipeline_name?: string;
  lang?: string;
  /** The fields are in the page before any script has run; else the page has the strictest policy. */
  isPrerendered?: boolean;
}

/** Sandbox, proxy, a network that can be cut, and a portal that shows forms. */
export interface Portal {
  sandbox: Sandbox;
  network: Network;
  newForm(options?: PageOptions): Promise<FormPage>;
}

const NONCE = 'bm9uY2U=';
/** Fills `violations`, which the journeys read at their end. */
const RECORD_VIOLATIONS = `<script nonce="${NONCE}">
globalThis.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sourceFile } = event;
  violations.push([effectiveDirective, blockedURI, sourceFile].join(' '));
});
</script>`;

/** The strictest policy that the documentation promises to work. */
function strictPolicy(proxyUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' ${proxyUrl}`,
    `connect-src 'self' ${proxyUrl}`,
    "style-src 'none'",
    // The browser's own request for an icon.
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

/** Starts everything before the tests of a file, and ends it after them. */
export function openPortal(): Portal {
  const portal = {} as Portal;
  const pages = new Map<string, () => Promise<string>>();
  const server = createServer(async (request, response) => {
    const page = pages.get(request.url ?? '');
    const body = await page?.();
    response.writeHead(page ? 200 : 404, {
      'content-type': request.url?.startsWith('/session/')
        ? 'application/json'
        : 'text/html; charset=utf-8',
      ...(body?.includes(RECORD_VIOLATIONS) && {
        'content-security-policy': strictPolicy(portal.network.url),
      }),
    });
    response.end(body);
  });
  let stop: () => Promise<void>;

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let proxyUrl = '';
    const sandbox = await startSandbox();
    const network = await startNetwork(() => proxyUrl);
    const settings = {
      ...proxySettings(sandbox),
      SESSION_SECRETS: SESSION_SECRET,
      ALLOWED_ORIGINS: origin,
      PUBLIC_URL: network.url,
    };
    const proxy = await startProxy(settings, BUSY_MACHINE);
    proxyUrl = proxy.url;
    Object.assign(portal, { sandbox, network, newForm: newFormOf(origin, proxy.url, network.url) });
    stop = async () => {
      await network.close();
      await proxy.close();
      await sandbox.close();
    };
  });
  after(async () => {
    await stop();
    server.closeAllConnections();
    server.close();
  });

  function newFormOf(origin: string, proxyUrl: string, publicUrl: string) {
    const post = async <Body>(path: string, body: object): Promise<Body> => {
      const response = await requestProxy(proxyUrl, path, { body });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return (await response.json()) as Body;
    };
    return async ({ pipeline_name = 'peru_basic', ...options }: PageOptions = {}) => {
      const country_code = pipeline_name.startsWith('brazil') ? 'BR' : 'PE';
      const { person_id, precandidate_id: form_id } = await post<Precandidate>('/precandidate', {
        country_code,
        pipeline_name,
        email: 'ana@example.com',
        phone: '+51999888777',
      });
      const { lang = 'es-PE', isPrerendered = false } = options;
      const mint = (html: boolean) =>
        post<Session>('/sessions', {
          person_id,
          form_id,
          origin,
          locale: lang,
          html,
        } satisfies SessionRequest);
      const sessionUrl = `/session/${form_id}`;
      pages.set(sessionUrl, async () => JSON.stringify({ token: (await mint(false)).token }));
      const element = async () => {
        const { token, html } = await untilPrerendered(
          () => mint(isPrerendered),
          (each) => !isPrerendered || each.html !== undefined,
        );
        return (
          html ??
          `<precandidate-form session="${token}" session-url="${sessionUrl}"></precandidate-form>`
        );
      };
      const path = `/form/${form_id}`;
      pages.set(
        path,
        async () => `<!doctype html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Portal</title>
${isPrerendered ? '' : RECORD_VIOLATIONS}
<main><h1>Portal</h1>${await element()}</main>
<script type="module" src="${publicUrl}/widget.js"></script></html>`,
      );
      const endedSession = async () =>
        sessionThatEnds((await mint(false)).token, Date.now() - 60_000);
      return { url: origin + path, person_id, form_id, endedSession };
    };
  }
  return portal;
}
