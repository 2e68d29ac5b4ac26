import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RelayEvent } from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';

/** An event that the back end accepted with a 2xx. */
export interface Received {
  id: string;
  text: string;
  event: RelayEvent;
}

/** The portal's back end. */
export interface BackEnd {
  url: string;
  /** In the order of their arrival; repeats included. */
  received: Received[];
  /** Requests without a valid signature. */
  unsigned: string[];
  /** How it responds: a status, or 200 after a while. */
  mood: number | 'slow';
  close(): Promise<void>;
}

const SLOW_MS = 2_000;

/** Verifies each event with `secrets`, any of which may have signed it. */
export async function startBackEnd(secrets: readonly string[]): Promise<BackEnd> {
  const verifiers = secrets.map((secret) => new Webhook(secret));
  const backEnd = { url: '', received: [] as Received[], unsigned: [] as string[] };
  const all = Object.assign(backEnd, { mood: 200 as number | 'slow' });

  function isSigned(text: string, headers: IncomingMessage['headers']): boolean {
    return verifiers.some((verifier) => {
      try {
        verifier.verify(text, headers as Record<string, string>);
        return true;
      } catch (error) {
        // A process with a wrong clock; the signature itself is verified after the time.
        return /timestamp too/.test(String(error));
      }
    });
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    // The proxy probes whether unsigned requests are refused.
    if (text === '') return void response.writeHead(401).end();
    const { mood } = all;
    if (mood === 'slow') await pause(SLOW_MS);
    const status = mood === 'slow' ? 200 : mood;
    if (request.method === 'POST' && status === 200) {
      const id = String(request.headers['webhook-id']);
      if (!isSigned(text, request.headers)) all.unsigned.push(id);
      all.received.push({ id, text, event: JSON.parse(text) as RelayEvent });
    }
    response.writeHead(status).end();
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  all.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return Object.assign(all, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
