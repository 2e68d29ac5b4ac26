import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from 'precandidate-testing/browser.ts';
import { freePorts, startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { PORTAL_ENV, SERVICE_ENV } from 'precandidate-testing/examples.ts';
import { blocksOf, readPage, ROOT } from 'precandidate-testing/repository.ts';
import { snippetOf } from 'precandidate-testing/snippets.ts';

const QUICKSTART = 'docs/start/quickstart.md';

test('the quickstart’s policy is the one in docs/guides/csp.md', () => {
  const [, explained = ''] = /\n(default-src.*)\n/.exec(readPage('docs/guides/csp.md')) ?? [];
  const [, used = ''] = /`(default-src.*)`/.exec(snippetOf(QUICKSTART, 'js')) ?? [];
  const host = (policy: string) =>
    policy
      .replaceAll('https://forms.hr.example', '${PROXY_URL}')
      .replace('nonce-…', 'nonce-${nonce}');
  assert.equal(used, host(explained));
});

/** Settings with other ports than those of the examples, which another program may use. */
async function freeSettings(): Promise<Record<string, Record<string, string>>> {
  const [sandbox = 0, proxy = 0, portal = 0] = await freePorts(3);
  const ports = new Map([
    [SERVICE_ENV['SANDBOX_PORT'], sandbox],
    [SERVICE_ENV['PORT'], proxy],
    [PORTAL_ENV['PORT'], portal],
  ]);
  const moved = (env: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replaceAll(/\b\d{4}\b/g, (port) => String(ports.get(port) ?? port)),
      ]),
    );
  return { service: moved(SERVICE_ENV), portal: moved(PORTAL_ENV) };
}

test('the quickstart’s commands lead to a confirmed form and an event', async (t) => {
  const settings = await freeSettings();
  const commands = blocksOf(readPage(QUICKSTART))
    .flatMap(({ text }) => text.trim().split('\n'))
    .filter((line) => line.startsWith('node '));
  assert.equal(commands.length, 3);
  // A variable that is set wins over the file.
  const [sandbox, proxy, portal] = commands.map((line) => {
    const [, file = ''] = /examples\/(\w+)\.env/.exec(line) ?? [];
    const [program = '', ...args] = line.split(' ');
    return () => {
      const env = settings[file] ?? {};
      const command = startCommand(program, args, { cwd: ROOT, env });
      t.after(() => command.stop());
      return command.child;
    };
  });
  assert.ok(sandbox && proxy && portal);
  await Promise.all([sandbox(), proxy()].map((child) => waitForLine(child, /ready/)));
  const portalProcess = portal();
  const event = waitForLine(portalProcess, /^precandidate\.submitted /);
  const [address] = await waitForLine(portalProcess, /^http:\S+$/);

  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage({ locale: 'en-US' });
  const stopped: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) stopped.push(message.text());
  });
  await page.goto(address);
  await page.getByLabel(/document/i).fill('70456123');
  await page.getByLabel(/city/i).fill('PE LIM');
  await page.locator('precandidate-form').getByRole('button').click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  await event;
  assert.deepEqual(stopped, []);
});
