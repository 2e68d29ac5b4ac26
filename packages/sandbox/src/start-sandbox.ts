import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { openAccount } from './service/account.ts';
import { ReportRunner } from './service/report-runner.ts';
import { WebhookSender } from './service/webhook-sender.ts';
import { DEFAULT_SETTINGS, type SandboxSettings } from './settings.ts';
import { openDatabase } from './store/open-database.ts';

/** A running sandbox. */
export interface Sandbox {
  /** Origin, without trailing slash. */
  url: string;
  /** The service's base address: the origin and `/v3`. */
  apiUrl: string;
  /** What `X-Api-Key` must carry. */
  apiKey: string;
  /** Ends it: open connections are closed, webhooks under way are kept for the next start. */
  close(): Promise<void>;
}

/** Starts the service in a box. Fails when the port is taken or the database cannot be opened. */
export async function startSandbox(settings: Partial<SandboxSettings> = {}): Promise<Sandbox> {
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const database = openDatabase(all.database);
  const account = openAccount(all, database);
  const sender = new WebhookSender(account);
  const runner = new ReportRunner(account, sender);
  const app = buildApp(account, runner);
  app.addHook('onClose', async () => {
    runner.close();
    await sender.close();
    database.close();
  });
  try {
    await app.listen({ host: all.host, port: all.port });
  } catch (error) {
    await app.close();
    throw error;
  }
  const url = originOf(all.host, app.server.address() as AddressInfo);
  account.origin = all.public_url ?? url;
  runner.wake();
  sender.wake();
  return { url, apiUrl: `${url}/v3`, apiKey: all.api_key, close: () => app.close() };
}

function originOf(host: string, { address, port, family }: AddressInfo): string {
  const isAny = address === '0.0.0.0' || address === '::';
  const name = isAny ? 'localhost' : host === 'localhost' ? host : address;
  return family === 'IPv6' && name === address
    ? `http://[${name}]:${port}`
    : `http://${name}:${port}`;
}
