import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { DEFAULT_SETTINGS, type SandboxSettings } from './settings.ts';
import { SandboxState } from './state.ts';

/** A running sandbox. */
export interface Sandbox {
  /** Origin, without a trailing slash. */
  url: string;
  /** The service's base address: the origin and `/v3`. */
  apiUrl: string;
  /** The value that `X-Api-Key` must have. */
  apiKey: string;
  /** Closes open connections; webhooks in flight are sent by the next start with the same file. */
  close(): Promise<void>;
}

/** Starts the sandbox. Fails when the port is taken or the database cannot be opened. */
export async function startSandbox(settings: Partial<SandboxSettings> = {}): Promise<Sandbox> {
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const state = new SandboxState(all);
  const app = buildApp(state);
  try {
    await app.listen({ host: all.host, port: all.port });
  } catch (error) {
    await app.close();
    throw error;
  }
  const url = originOf(all.host, app.server.address() as AddressInfo);
  state.origin = all.public_url ?? url;
  state.resume();
  return { url, apiUrl: `${url}/v3`, apiKey: all.api_key, close: () => app.close() };
}

function originOf(host: string, { address, port, family }: AddressInfo): string {
  const isAny = address === '0.0.0.0' || address === '::';
  const name = isAny ? 'localhost' : host === 'localhost' ? host : address;
  return family === 'IPv6' && name === address
    ? `http://[${name}]:${port}`
    : `http://${name}:${port}`;
}
