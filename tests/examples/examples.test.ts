import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { Webhook } from 'standardwebhooks';
import { openBrowser } from 'precandidate-testing/browser.ts';
import { freePorts, waitForLine } from 'precandidate-testing/commands.ts';
import {
  PORTAL_ENV,
  proxyEnvFor,
  SERVICE_ENV,
  startPortal,
} from 'precandidate-testing/examples.ts';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { serve } from 'precandidate-testing/resources.ts';

// Runs each folder of examples/ with its own command, as a candidate and as the proxy.

interface Example {
  command(port: number): readonly [program: string, ...args: string[]];
  /** A program that it needs and that may be missing. */
  needs?: string;
  /** Builds the page first. */
  isBuilt?: boolean;
  /** The name of the form's button. */
  button: string;
  /** Whether the fields are in the page before any script has run. */
  isPrerendered?: boolean;
  /** Default: yes. */
  receivesEvents?: boolean;
}

const NODE = process.execPath;
const EXAMPLES: Record<string, Example> = {
  html: { command: () => [NODE, 'portal.mjs'], button: 'Send' },
  react: { command: () => [NODE, 'server.mjs'], isBuilt: true, button: 'Send to HR' },
  'server-rendered': {
    command: () => [NODE, 'portal.mjs'],
    button: 'Enviar',
    isPrerendered: true,
    receivesEvents: false,
  },
  python: { command: () => ['python3', 'portal.py'], needs: 'python3', button: 'Send' },
  php: {
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'router.php'],
    needs: 'php',
    button: 'Send',
  },
};

const run = promisify(execFile);

const lacks = (program?: string) =>
  program !== undefined &&
  spawnSync(program, ['--version']).error !== undefined &&
  `needs ${program}`;

let port = 0;
const service = sharedPair(async () => {
  [port = 0] = await freePorts(1);
  return { env: proxyEnvFor(port) };
});
let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test('every folder of examples/ is run', () => {
  const folders = readdirSync(join(ROOT, 'examples'), { withFileTypes: true });
  const names = folders.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  assert.deepEqual(names.toSorted(), Object.keys(EXAMPLES).toSorted());
});

test('the settings of the portals fit those of the proxy', () => {
  assert.equal(PORTAL_ENV['PROXY_URL'], `http://127.0.0.1:${SERVICE_ENV['PORT']}`);
  assert.equal(PORTAL_ENV['BACKEND_KEY'], SERVICE_ENV['BACKEND_KEYS']);
  assert.equal(PORTAL_ENV['RELAY_SECRET'], SERVICE_ENV['RELAY_SECRET']);
  assert.equal(SERVICE_ENV['RELAY_URL'], `http://127.0.0.1:${PORTAL_ENV['PORT']}/events`);
  assert.equal(SERVICE_ENV['UPSTREAM_URL'], `http://127.0.0.1:${SERVICE_ENV['SANDBOX_PORT']}/v3`);
  const usual = ['4100', '4200', '4300'];
  const own = [PORTAL_ENV['PORT'], SERVICE_ENV['PORT'], SERVICE_ENV['SANDBOX_PORT']];
  for (const taken of own) assert.ok(!usual.includes(taken ?? ''), `npm start uses ${taken}`);
});

for (const [name, example] of Object.entries(EXAMPLES)) {
  const { command, needs, isBuilt, button, isPrerendered = false, receivesEvents = true } = example;
  describe(`examples/${name}`, { skip: lacks(needs) }, () => {
    test('confirms a candidate, and its back end gets the event', async (t) => {
      const env = { PROXY_URL: service.url, PORT: `${port}` };
      if (isBuilt) {
        const cwd = join(ROOT, 'examples', name);
        const given = { VITE_PROXY_URL: service.url };
        await run('npm', ['run', 'build'], { cwd, env: { ...process.env, ...given } });
      }
      const portal = await startPortal(t, name, command(port), env);
      // Before the proxy sends it.
      const event = receivesEvents
        ? waitForLine(portal.child, /precandidate\.submitted (\{.*\})$/)
        : undefined;

      const page = await browser.newPage({ locale: 'en-US' });
      t.after(() => page.close());
      const stopped: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/i.test(message.text())) stopped.push(message.text());
      });
      const response = await page.goto(portal.url);
      if (isPrerendered) checkPrerendered(await response?.text(), await response?.allHeaders());
      await page.getByLabel(/document|documento/i).fill('70456123');
      await page.getByLabel(/city|ciudad/i).fill('PE LIM');
      await page.getByRole('button', { name: button }).click();
      // React's page shows its own words in place of the element.
      const isConfirmed = page.locator('precandidate-form:state(submitted)');
      await isConfirmed.or(page.getByText('Thank you!')).first().waitFor();
      if (event !== undefined) assert.match((await event)[1] ?? '', /"person_id":/);
      assert.deepEqual(stopped, []);
    });

    test('renews sessions, verifies events, and responds 503 without the proxy', async (t) => {
      const relay = await startRelay(t);
      const env = { PROXY_URL: relay.url, PORT: `${port}` };
      const portal = await startPortal(t, name, command(port), env);
      const first = await fetch(portal.url);
      const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const renew = () => fetch(new URL('session', portal.url), { headers: { cookie } });
      const renewal = await renew();
      assert.match(renewal.headers.get('cache-control') ?? '', /no-store/);
      const { token } = (await renewal.json()) as { token: string };
      const { origin } = new URL(portal.url);
      assert.equal((await service.bootstrap({ session: token }, { origin })).status, 200);

      if (receivesEvents) await checkSignatures(new URL('events', portal.url));

      for (const failure of ['refuses', 'is away'] as const) {
        relay.failure = failure;
        const response = await renew();
        assert.equal(response.status, 503, failure);
        assert.doesNotMatch(await response.text(), new RegExp(new URL(relay.url).port));
      }
    });
  });
}

test('the test in the guide about Playwright passes', async () => {
  const cwd = join(ROOT, 'tests/examples/playwright');
  // A run inside of this one would report to it.
  const { NODE_TEST_CONTEXT: _outer, ...others } = process.env;
  const { HEADLESS_CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
  const own = { CHROMIUM_PATH: HEADLESS_CHROMIUM_PATH };
  const args = ['--conditions=source', '--test', 'form.test.mjs'];
  const { stdout } = await run(NODE, args, { cwd, env: { ...others, ...own } });
  assert.match(stdout, /^(?:# |ℹ )pass 1$/m);
});

/** The page has the fields, with styles that its policy allows. */
function checkPrerendered(html = '', headers: Record<string, string> = {}): void {
  const policy = headers['content-security-policy'] ?? '';
  const [, nonce = ''] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
  assert.ok(html.includes(`<style nonce="${nonce}" `));
  assert.match(html, /<precandidate-form session-url="\/session" session="/);
  assert.match(html, /<input/);
}

/** A receiver accepts a signed event, and neither another body, an old signature, nor none. */
async function checkSignatures(url: URL): Promise<void> {
  const body = '{"type":"person.completed","data":null}';
  const other = body.replace('null', 'true');
  const longAgo = new Date(Date.now() - 600_000);
  assert.equal(await postEvent(url, body, headersFor(body)), 204);
  assert.equal(await postEvent(url, other, headersFor(body)), 401);
  assert.equal(await postEvent(url, body, headersFor(body, longAgo)), 401);
  assert.equal(await postEvent(url, body, {}), 401);
}

function headersFor(body: string, at = new Date()): Record<string, string> {
  const secret = PORTAL_ENV['RELAY_SECRET'] ?? '';
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  };
}

async function postEvent(url: URL, body: string, headers: Record<string, string>) {
  const type = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body })).status;
}

/** The proxy's address for a portal: passes requests on, until the proxy `refuses` them or `is away`. */
async function startRelay(
  t: TestContext,
): Promise<{ url: string; failure?: 'refuses' | 'is away' }> {
  const relay: { url: string; failure?: 'refuses' | 'is away' } = { url: '' };
  relay.url = await serve(t, async (request, response) => {
    if (relay.failure === 'is away') {
      request.destroy();
      return;
    }
    if (relay.failure === 'refuses') {
      response.writeHead(401).end('{"title":"No"}');
      return;
    }
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const passed = await fetch(new URL(request.url ?? '', service.url), {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      body: await buffer(request),
    });
    response.writeHead(passed.status, { 'content-type': 'application/json' });
    response.end(await passed.text());
  });
  return relay;
}
