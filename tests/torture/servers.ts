import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RelayEvent } from 'precandidate-contract';
import type { Trap } from './kill-points.ts';

/** A proxy in front of the service, to kill a process at a chosen moment of a form's post. */
export interface Gateway {
  url: string;
  /** Requests are forwarded to this origin. */
  leadTo(service_url: string): void;
  close(): Promise<void>;
}

export async function startGateway(trap: Trap): Promise<Gateway> {
  let service_url = '';
  const seen = new Set<string>();

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { method = '', url = '' } = request;
    // Only the first post of each form: each further kill makes its backoff longer.
    const isFirst = method === 'POST' && url.startsWith('/forms/') && !seen.has(url);
    if (isFirst) seen.add(url);
    if (isFirst && (await trap.pass('form received'))) return void response.destroy();
    const answer = await fetch(service_url + url, {
      method,
      headers: headersOf(request),
      ...(body !== '' && { body }),
      redirect: 'manual',
    });
    const text = await answer.text();
    if (isFirst && (await trap.pass('form applied'))) return void response.destroy();
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    });
    response.end(text, () => void (isFirst && trap.pass('form responded')));
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      service_url = url;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body of a request, as text. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed = ['x-api-key', 'content-type', 'accept', 'idempotency-key'];
  return Object.fromEntries(
    passed.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** A portal's back end that records received events. */
export interface BackEnd {
  url: string;
  /** `webhook-id` → how often it was received. */
  taken: ReadonlyMap<string, number>;
  /** `webhook_request_id` → the `webhook-id`s of its events. */
  completions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Forms with a `precandidate.submitted` event. */
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
    const text = await bodyOf(request);
    // The proxy probes whether unsigned requests are refused.
    if (text === '') return void response.writeHead(401).end();
    const event = JSON.parse(text) as RelayEvent;
    if (await trap.pass('event received')) return void response.destroy();
    take(String(request.headers['webhook-id']), event);
    if (await trap.pass('event applied')) return void response.destroy();
    response.writeHead(204).end(() => void trap.pass('event responded'));
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
