import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, Route } from 'playwright';
import { sessionThatEnds } from 'precandidate-testing/candidate.ts';
import { CHUNKS, openHost } from 'precandidate-testing/host-page.ts';
import { serve } from 'precandidate-testing/resources.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';

// A page that is set up wrongly: the console says once what is wrong and what to do, and the candidate
// reads that it is not their fault. `console.browser.ts` of the widget has message keys.

const stage = openHost();
/** A web server that is no proxy, and sends no CORS headers. */
let websiteUrl: string;
before(async () => {
  websiteUrl = await serve({ after }, (_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Log in</h1>');
  });
});

const person = () => newPrecandidate(stage.proxy.url);
const newToken = async (request = {}) => (await stage.newSession(await person(), request)).token;

const expiredToken = async () => sessionThatEnds(await newToken(), 1e12);

interface Setup {
  session?: () => Promise<string>;
  attributes?: () => string;
  policy?: () => string;
  /** After the element. */
  markup?: () => string;
  prepare?: (page: Page) => Promise<unknown>;
  /** The page is opened as `localhost`, which the proxy does not know. */
  isOtherOrigin?: boolean;
  /** In the one line of the console. */
  says: readonly (RegExp | (() => string))[];
  /** What the candidate reads; default: the problem is ours. */
  reads?: RegExp;
}

const OURS = /Este formulario no está disponible\s*El problema es nuestro/;
/** What may pass by itself, and is retried. */
const RETRIED =
  /No podemos continuar en este momento\s*No es tu culpa.*Lo intentaremos de nuevo en \d/s;
const otherOrigin = () => stage.origin.replace('127.0.0.1', 'localhost');

const redirect = (page: Page, location: string) =>
  page.route('**/login', (route) => route.fulfill({ status: 302, headers: { location } }));

/** As a script optimizer does that delays or wraps what it serves. */
const rewrite = (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body: 'window.delayed = 1;' });

const SETUPS: Record<string, Setup> = {
  'an origin that is not allowed': {
    isOtherOrigin: true,
    says: [
      /origin-not-allowed/,
      () => `does not allow the page ${otherOrigin()}.`,
      /to ALLOWED_ORIGINS/,
    ],
  },
  'a session for another origin': {
    session: () => newToken({ origin: stage.origin }),
    isOtherOrigin: true,
    says: [() => `created for ${stage.origin}`, () => `"origin": "${otherOrigin()}"`],
  },
  'a sandbox without allow-same-origin': {
    policy: () => 'sandbox allow-scripts',
    says: [/origin-not-allowed: The page has no origin/, /allow-same-origin/],
  },
  'a placeholder that no template replaced': {
    session: async () => '{{ token }}',
    says: [/session-invalid: The attribute session is the placeholder \{\{ token \}\}/],
  },
  'a token that is none': {
    session: async () => 'garbage',
    says: [/session-invalid: The session is not a token/],
  },
  'no session': {
    session: async () => '',
    says: [/session-missing: The element has no session, session-url, or fetchSession/],
  },
  'a misspelled attribute': {
    session: async () => '',
    attributes: () => 'sessionurl="/session"',
    says: [/session-missing: .* Its attributes: .*sessionurl/],
  },
  'a proxy-url without a scheme': {
    attributes: () => 'proxy-url="forms.example"',
    says: [/proxy-unreachable/, /has no scheme/, /Write proxy-url="https:\/\/forms\.example"/],
    reads: RETRIED,
  },
  'an expired token': {
    session: expiredToken,
    says: [/session-expired: The token expired at 2001-09-09/, /session-url or fetchSession/],
    reads: /Tu sesión venció/,
  },
  'a proxy-url whose host does not resolve': {
    attributes: () => 'proxy-url="https://forms.hr.invalid"',
    says: [
      /proxy-unreachable: https:\/\/forms\.hr\.invalid\/ did not respond/,
      /Check the address/,
    ],
    reads: RETRIED,
  },
  'a proxy-url of a server without CORS': {
    attributes: () => `proxy-url="${websiteUrl}"`,
    says: [() => `proxy-unreachable: ${websiteUrl}/ did not respond`, /ALLOWED_ORIGINS/],
    reads: RETRIED,
  },
  'a proxy-url with an extra path': {
    attributes: () => `proxy-url="${stage.proxy.url}/widget"`,
    says: [
      /path-not-found: The proxy has nothing at/,
      /has the path \/widget\//,
      () => `Write proxy-url="${stage.proxy.url}"`,
    ],
  },
  'a proxy-url of this page’s own server': {
    attributes: () => 'proxy-url="/forms"',
    says: [/proxy-unreachable: .*\/forms\/bootstrap responded 200 with text\/html/],
    reads: RETRIED,
  },
  'a network on which no server responds': {
    prepare: async (page) => {
      await page.route('**/bootstrap', (route) => route.abort());
      await page.route('**/*', (route) =>
        route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
      );
    },
    says: [/proxy-unreachable/],
    reads: /No pudimos conectarnos\s*Revisa tu conexión/,
  },
  'a policy without connect-src': {
    policy: () => `connect-src 'self'`,
    says: [/proxy-unreachable/, /connect-src/],
    reads: RETRIED,
  },
  'a session-url that redirects to a login page': {
    session: async () => '',
    attributes: () => 'session-url="/login"',
    prepare: (page) => redirect(page, '/login-page'),
    says: [/session-url="\/login"/, /\/login-page responded with text\/html.*login page/],
    reads: /Abre tu enlace para continuar/,
  },
  'a session-url that redirects to the login page of another site': {
    session: async () => '',
    attributes: () => 'session-url="/login"',
    prepare: (page) => redirect(page, `${websiteUrl}/`),
    says: [/session-missing: session-url="\/login" gave no token\. It redirects to another site/],
    reads: /Abre tu enlace para continuar/,
  },
  'a session-url of a page': {
    session: async () => '',
    attributes: () => 'session-url="/me"',
    says: [
      /session-unavailable: session-url="\/me" gave no token/,
      /\/me responded with text\/html/,
    ],
    reads: RETRIED,
  },
  'a fetchSession that rejects': {
    session: async () => '',
    markup: () => `<script>
document.querySelector('precandidate-form').fetchSession = () => Promise.reject(new Error('no'));
</script>`,
    says: [/session-unavailable: fetchSession gave no token/, /It must resolve to a token/],
    reads: RETRIED,
  },
  'a lost file of the element': {
    prepare: (page) => page.route(CHUNKS.element, (route) => route.fulfill({ status: 404 })),
    says: [/element\.[^ ]+ cannot be loaded/, /script-src/],
  },
  'a file of the element that an optimizer has rewritten': {
    prepare: (page) => page.route(CHUNKS.element, rewrite),
    says: [/element\.[^ ]+ cannot be loaded\. Something has rewritten it/, /exclude \/widget\.js/],
  },
  'a frozen Symbol': {
    prepare: (page) => page.addInitScript('Object.freeze(Symbol)'),
    says: [/element\.[^ ]+ cannot be loaded\. The page has frozen Symbol/, /set Symbol\.metadata/],
  },
  'a second version of widget.js': {
    markup: () => `<script type="module" src="${stage.proxy.url}/widget.js?v=2"></script>`,
    says: [/second-script: the page loads another widget\.js/, /Load it once/],
    reads: /Ciudad/,
  },
  'a Trusted Types policy without lit-html': {
    policy: () => `require-trusted-types-for 'script'; trusted-types portal`,
    says: [/element\.[^ ]+ cannot be loaded/, /lit-html in trusted-types/],
  },
};

async function open(setup: Setup): Promise<{ page: Page; logged: string[] }> {
  const token = await (setup.session ?? newToken)();
  const attributes = setup.attributes?.() ?? '';
  const element = `<precandidate-form session="${token}" ${attributes}></precandidate-form>`;
  const markup = stage.pageOf(element, 'es') + (setup.markup?.() ?? '');
  const logged: string[] = [];
  const page = await stage.openMarkup(markup, setup.policy?.(), async (empty) => {
    empty.on('console', (line) => {
      if (line.type() === 'error' && line.text().startsWith('<precandidate-form>'))
        logged.push(line.text());
    });
    await setup.prepare?.(empty);
  });
  if (setup.isOtherOrigin) await page.goto(otherOrigin());
  return { page, logged };
}

for (const [name, setup] of Object.entries(SETUPS))
  test(`explains ${name}`, async () => {
    const { page, logged } = await open(setup);
    await page.locator('precandidate-form', { hasText: setup.reads ?? OURS }).waitFor();
    const text = await firstLine(page, logged);
    for (const each of setup.says)
      if (typeof each === 'function') assert.ok(text.includes(each()), `${each()} in ${text}`);
      else assert.match(text, each);
    assert.match(text, /https:\/\/github\.com\/\S+\/docs\/\S+\.md#\S+/);
    assert.equal(logged.length, 1, logged.join('\n'));
    assert.doesNotMatch(text, /eyJ/, 'no token');
  });

async function firstLine(page: Page, logged: readonly string[]): Promise<string> {
  while (logged.length === 0) await page.waitForEvent('console');
  return logged[0] ?? '';
}
