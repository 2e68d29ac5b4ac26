import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type RequestOptions } from 'node:https';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import notPublic from './not-public.json' with { type: 'json' };
import { openBrowser } from 'precandidate-testing/browser.ts';
import { freePorts } from 'precandidate-testing/commands.ts';
import { startPostgres, type TestPostgres } from 'precandidate-testing/postgres.ts';
import { startPageServer, type PageServer } from 'precandidate-testing/host-page.ts';
import { startProxyCommand, type ProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { startTraffic } from './traffic.ts';
import {
  newPrecandidate,
  newSession,
  proxySettings,
  requestProxy,
} from 'precandidate-testing/service.ts';

const { paths, detours } = notPublic;
const NOT_PUBLIC = [
  ...paths.flatMap(([method = '', path = '']) =>
    [path, `${path}/`, `${path}//`, `/${path}`, path.toUpperCase()].map((each) => [method, each]),
  ),
  ...detours,
];

/** A request through a front, whose certificate nobody signed. Resolves with the response's head. */
export async function send(url: string, options: RequestOptions = {}) {
  const sent = request(url, { ...options, rejectUnauthorized: false, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return response;
}

/** A reverse proxy that was started from a file of deploy/. */
export interface Front {
  /** With TLS. */
  url: string;
  plainUrl: string;
  stop(): Promise<void>;
}

/**
 * Tests a front. `start` starts it in front of `servers` (`host:port`); `repeatsBodies`: it sends a request
 * with a body to another process when one refuses the connection.
 */
export function describeFront(
  name: string,
  start: (servers: readonly string[]) => Promise<Front>,
  { repeatsBodies = true } = {},
): void {
  describe(`${name} with TLS in front of two processes on one Postgres`, () => {
    let postgres: TestPostgres | undefined;
    let sandbox: Sandbox;
    const proxies: ProxyCommand[] = [];
    let startProxy: (index: number) => Promise<void>;
    let front: Front;
    let browser: Browser;
    let portal: PageServer;

    before(async () => {
      postgres = await startPostgres();
      assert.ok(postgres, 'no Postgres: install postgresql (Debian)');
      sandbox = await startSandbox();
      portal = await startPageServer();
      const ports = await freePorts(2);
      front = await start(ports.map((port) => `127.0.0.1:${port}`));
      const env = {
        ...proxySettings(sandbox),
        DATABASE_URL: postgres.url,
        ALLOWED_ORIGINS: portal.origin,
        PUBLIC_URL: front.url,
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMIT: '100000',
      };
      startProxy = async (index) => {
        const PORT = String(ports[index] ?? 0);
        proxies[index] = startProxyCommand({ ...env, PORT }, [], { isInstalled: true });
        await proxies[index].ready;
      };
      // One after the other: the first one creates the tables.
      for (const index of [0, 1]) await startProxy(index);
      browser = await openBrowser();
    });

    after(async () => {
      await browser?.close();
      // Caddy keeps the requests of closed status streams open, and waits for them when it stops.
      await Promise.all(proxies.map((proxy) => proxy.kill()));
      await front?.stop();
      await portal?.close();
      await sandbox?.close();
      await postgres?.stop();
    });

    testRollingRestart({
      processUrl: (index) => proxies[index]?.url ?? '',
      origin: () => portal.origin,
      front: () => front.url,
      repeatsBodies,
      restart: async (index) => {
        await proxies[index]?.stop();
        await startProxy(index);
      },
    });

    test('a candidate fills in and submits the form; then one process ends and the other serves', async () => {
      const [first, second] = proxies;
      assert.ok(first && second);
      const record = await newPrecandidate(first.url);
      const token = await newSession(second.url, record, { origin: portal.origin, html: false });
      portal.show(
        `<!doctype html><html lang="en"><title>Portal</title>
      <precandidate-form session="${token}"></precandidate-form>
      <script type="module" src="${front.url}/widget.js"></script>`,
      );
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' });
      const page = await context.newPage();
      await page.goto(portal.origin);
      await page.getByLabel(/document number/i).fill('70456123');
      await page.getByLabel(/city/i).fill('PE LIM');
      await page.locator('precandidate-form').getByRole('button', { name: 'Send' }).click();
      await page.locator('precandidate-form:state(submitted)').waitFor();
      await context.close();

      await proxies[0]?.kill();
      for (let count = 0; count < 4; count += 1) {
        const response = await send(`${front.url}/widget.js`);
        response.resume();
        assert.equal(response.statusCode, 200);
      }
    });

    test('the first event of a status stream arrives while the stream is open', async () => {
      const { url } = proxies[1] ?? assert.fail();
      const record = await newPrecandidate(url);
      const token = await newSession(url, record, { origin: portal.origin, html: false });
      const path = `/precandidate/${record.person_id}/status/${record.precandidate_id}`;
      const headers = {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        origin: portal.origin,
      };
      const response = await send(front.url + path, { headers });
      assert.equal(response.statusCode, 200);
      assert.match(String(await once(response, 'data')), /CREATED/);
      response.destroy();
    });

    testPrivatePaths(
      () => proxies[1]?.url ?? '',
      () => front.url,
    );
  });
}

interface RollingRestart {
  /** Of a process, for the back end. */
  processUrl(index: number): string;
  origin(): string;
  front(): string;
  repeatsBodies: boolean;
  restart(index: number): Promise<void>;
}

/** How often a process has reported that the service is late, since its start. */
async function lateService(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const reported = /^precandidate_problems_total\{problem="service-unavailable"\} (\d+)$/m;
  return Number(reported.exec(metrics)?.[1] ?? 0);
}

function testRollingRestart(stage: RollingRestart): void {
  test('no candidate sees an error while both processes restart, one after the other', async () => {
    const [url, origin] = [stage.processUrl(0), stage.origin()];
    const { repeatsBodies } = stage;
    const traffic = startTraffic({ front: stage.front(), origin, repeatsBodies }, async () => {
      const record = await newPrecandidate(url);
      return { record, token: await newSession(url, record, { origin, html: false }) };
    });
    await traffic.start();
    await traffic.served(10);
    let late = 0;
    for (const index of [0, 1]) {
      late += await lateService(stage.processUrl(index));
      await stage.restart(index);
      await traffic.served(10);
    }
    await traffic.stop();
    for (const index of [0, 1]) late += await lateService(stage.processUrl(index));
    const isHidden = (failure: string) => failure.endsWith(': 502');
    assert.deepEqual(
      traffic.failures.filter((failure) => !isHidden(failure)),
      [],
    );
    // The service runs in this process, and may be late on a busy machine. The front asks the other process
    // then, and responds with 502 while that one is away.
    const hidden = traffic.failures.filter(isHidden).length;
    assert.ok(hidden <= late, `502: ${hidden} times; the service was late ${late} times`);
  });
}

function testPrivatePaths(proxyUrl: () => string, frontUrl: () => string): void {
  test('no path of back ends or operations is reachable', async () => {
    assert.equal((await requestProxy(proxyUrl(), '/submissions')).status, 200);
    for (const [method = '', path = ''] of NOT_PUBLIC) {
      const headers = { authorization: 'Bearer backend-key-0123456789' };
      const response = await send(frontUrl(), { method, path, headers });
      response.resume();
      assert.equal(response.statusCode, 404, path);
      // Every response of the proxy has an id.
      assert.equal(response.headers['x-request-id'], undefined, path);
    }
  });
}
