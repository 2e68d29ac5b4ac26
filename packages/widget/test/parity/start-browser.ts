import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build, type Rolldown } from 'vite';
import type { Outcome } from './outcome.ts';
import type { Range } from './range.ts';

const CONFIG = fileURLToPath(new URL('../../../../vite.config.ts', import.meta.url));
const ENTRY = fileURLToPath(new URL('./in-browser.ts', import.meta.url));
const POLICY = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";
const ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

declare global {
  /** Runs in the page; see `in-browser.ts`. */
  var outcomesOf: (seed: number, from: number, to: number) => Promise<string>;
  var canMakeCode: () => Promise<boolean>;
}

/** The validator, built like the form app, in a page with a strict policy. */
export async function startBrowser() {
  const code = await bundle();
  const server = createServer((request, response) => {
    const isScript = request.url === '/checker.js';
    response.setHeader('content-security-policy', POLICY);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? code : '<!doctype html><script src="/checker.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { HEADLESS_CHROMIUM_PATH, CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
  const executablePath = HEADLESS_CHROMIUM_PATH ?? CHROMIUM_PATH;
  const browser = await chromium.launch({ executablePath, args: ARGS.split(' ') });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  return {
    canMakeCode: () => page.evaluate(() => globalThis.canMakeCode()),
    outcomesOf: async (range: Range) => {
      const outcomes = await page.evaluate(
        ({ seed, from, to }) => globalThis.outcomesOf(seed, from, to),
        range,
      );
      return JSON.parse(outcomes) as Outcome[][];
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

async function bundle(): Promise<string> {
  const { output } = (await build({
    configFile: CONFIG,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: ENTRY } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
