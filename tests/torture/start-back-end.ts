import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RelayEvent } from 'precandidate-contract';
import { bodyOf } from './start-gateway.ts';
import type { Trap } from './trap.ts';

/** A portal's back end: what it took is what arrived. */
export interface BackEnd {
  url: string;
  /** `webhook-id` → how often an event of it was taken. */
  taken: ReadonlyMap<string, number>;
  /** `webhook_request_id` → the `webhook-id`s that brought it. */
  completions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Forms that `precandidate.submitted` was told of. */
  submitted: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function startBackEnd(trap: Trap): Promise<BackEnd> {
  const taken = new Map<string, number>();
  const completions = new Map<string, Set<string>>();
  const submitted = new Set<string>();

  function take(id: string, event: RelayEvent): void {
    taken.set(id, (taken.get(id) ?? 0) + 1);
    if (event.type === 'precandidate.submitted') submitted.add(event.data.precandidate_id ?? '');
    if (event.type !== 'person.completed') return;
    const { webhook_request_id = '' } = event.data;
    const ids = completions.get(webhook_request_id) ?? new Set();
    completions.set(webhook_request_id, ids.add(id));
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const event = JSON.parse(await bodyOf(request)) as RelayEvent;
    if (await trap.pass('event asked')) return void response.destroy();
    take(String(request.headers['webhook-id']), event);
    if (await trap.pass('event took')) return void response.destroy();
    response.writeHead(204).end(() => void trap.pass('event answered'));
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    taken,
    completions,
    submitted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
