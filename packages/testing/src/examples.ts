import { parseEnv } from 'node:util';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startCommand, waitForLine, type Command } from './commands.ts';
import { readPage, ROOT } from './repository.ts';

const FOLDER = join(ROOT, 'examples');

/** Settings of the sandbox and the proxy in `examples`. */
export const SERVICE_ENV = parseEnv(readPage('examples/service.env')) as Record<string, string>;
/** Settings of each example's portal. */
export const PORTAL_ENV = parseEnv(readPage('examples/portal.env')) as Record<string, string>;

/** The proxy's settings in `examples`, for a portal on `port`. */
export function proxyEnvFor(port: number): Record<string, string> {
  const { BACKEND_KEYS, SESSION_SECRETS, RELAY_URL, RELAY_SECRET, ALLOWED_ORIGINS } = SERVICE_ENV;
  const own = { BACKEND_KEYS, SESSION_SECRETS, RELAY_URL, RELAY_SECRET, ALLOWED_ORIGINS };
  const entries = Object.entries(own as Record<string, string>);
  const usual = `127.0.0.1:${PORTAL_ENV['PORT']}`;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.replaceAll(usual, `127.0.0.1:${port}`)]),
  );
}

export interface Portal extends Command {
  /** Address of its page. */
  url: string;
}

/** Starts the portal of an example with its own command, and stops it after the test. */
export async function startPortal(
  t: TestContext,
  example: string,
  [program, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<Portal> {
  const cwd = join(FOLDER, example);
  const portal = startCommand(program, args, { cwd, env: { ...PORTAL_ENV, ...env } });
  t.after(() => portal.stop());
  await waitForLine(portal.child, /http:\/\/127\.0\.0\.1:\d+/);
  return { ...portal, url: `http://127.0.0.1:${env['PORT']}/` };
}
