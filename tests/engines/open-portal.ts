import { after } from 'node:test';
import { sessionThatEnds } from 'precandidate-testing/candidate.ts';
import { openHost, type HostStage } from 'precandidate-testing/host-page.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';
import { startNetwork, type Network } from 'precandidate-testing/network.ts';

/** A portal's page with one form in it. */
export interface FormPage {
  url: string;
  form_id: string;
  /** A session of this form that has ended; `session-url` gives a fresh one. */
  endedSession(): Promise<string>;
}

export interface PageOptions {
  pipeline_name?: string;
  lang?: string;
  /** The fields are in the page before any script has run; else the page has the strictest policy. */
  isPrerendered?: boolean;
  /** As in `POST /sessions`. */
  ui_schema?: object;
}

/** The host's stage behind a network that can be cut. */
export interface Portal {
  stage: HostStage;
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
  after(() => portal.network.close());
  const stage = openHost({
    hasBrowser: false,
    async env() {
      portal.network = await startNetwork(() => {
        const { hostname: host, port } = new URL(stage.proxy.url);
        return { host, port: Number(port) };
      });
      return { PUBLIC_URL: portal.network.url };
    },
  });

  async function newForm(options: PageOptions = {}): Promise<FormPage> {
    const {
      pipeline_name = 'peru_basic',
      lang = 'es-PE',
      isPrerendered = false,
      ui_schema,
    } = options;
    const { server, origin } = stage;
    const publicUrl = portal.network.url;
    const country_code = pipeline_name.startsWith('brazil') ? 'BR' : 'PE';
    const phone = '+51999888777';
    const person = await newPrecandidate(stage.proxy.url, { country_code, pipeline_name, phone });
    const newToken = async () =>
      (await stage.newSession(person, { origin, locale: lang, ui_schema })).token;
    const form_id = person.precandidate_id;
    server.serve(`/session/${form_id}`, {
      type: 'application/json',
      body: async () => JSON.stringify({ token: await newToken() }),
    });
    const attributes = `session-url="/session/${form_id}"`;
    const element = () => stage.elementFor(person, { lang, isPrerendered, ui_schema, attributes });
    // A form that cannot be prerendered fails here, and not as a page that never loads.
    if (isPrerendered) await element();
    server.serve(`/form/${form_id}`, {
      policy: isPrerendered ? undefined : strictPolicy(publicUrl),
      body: async () => `<!doctype html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Portal</title>
${isPrerendered ? '' : RECORD_VIOLATIONS}
<main><h1>Portal</h1>${await element()}</main>
<script type="module" src="${publicUrl}/widget.js"></script></html>`,
    });
    return {
      url: `${origin}/form/${form_id}`,
      form_id,
      endedSession: async () => sessionThatEnds(await newToken(), Date.now() - 60_000),
    };
  }
  return Object.assign(portal, { stage, newForm });
}
