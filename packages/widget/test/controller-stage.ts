import { afterEach, beforeEach } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import type { SessionWays } from '../src/api/session-source.ts';
import { ControllerHost, setOnline } from './controller-host.ts';
import { ScriptedProxy } from './scripted-proxy.ts';

export const OPEN: Snapshot = {
  revision: 1,
  person_id: 'person',
  precandidate_id: 'form',
  precandidate_status: 'CREATED',
  updated_at: null,
  state: 'open',
  attempt: 0,
  by: null,
  channel: 'form',
  form_url: null,
};
export const SUBMITTED = { state: 'submitted', precandidate_status: 'SUBMITTED' } as const;
export const VALUES = { document_id: '12345678' };

export let proxy: ScriptedProxy;
let address: string;
export let host: ControllerHost;

beforeEach(async () => {
  setOnline(true);
  proxy = new ScriptedProxy(OPEN);
  address = await proxy.listen();
  useHost();
});

/** Another element in the host's place. */
export function useHost(ways: Partial<SessionWays> = {}): void {
  host = new ControllerHost(address, ways);
  host.values = VALUES;
}

afterEach(async () => {
  host.disconnect();
  await proxy.close();
});

/** The host takes the token away, or sets another. */
export function setSession(session: string | null): void {
  host.sessionWays = { ...host.sessionWays, session };
  host.controller.sessionChanged(session);
}

export async function ready(): Promise<void> {
  host.connect();
  await host.reaches('ready');
  await proxy.until(() => proxy.openStreams === 1);
}
