import { setTimeout as pause } from 'node:timers/promises';
import type { RelayEvent } from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';
import { startHttpServer, type HttpServer } from './http-server.ts';

/** An event that the back end accepted with a 2xx. */
export interface Received {
  id: string;
  text: string;
  event: RelayEvent;
}

/** The portal's back end. */
export interface BackEnd extends HttpServer {
  /** In the order of their arrival; repeats included. */
  received: Received[];
  /** Requests without a valid signature. */
  unsigned: string[];
  /** How it responds: a status, or 200 after a while. */
  mood: number | 'slow';
}

const SLOW_MS = 2_000;

/** Verifies each event with `secrets`, any of which may have signed it. */
export async function startBackEnd(secrets: readonly string[]): Promise<BackEnd> {
  const verifiers = secrets.map((secret) => new Webhook(secret));

  function isSigned(text: string, headers: object): boolean {
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

  const server = await startHttpServer(async ({ method, headers }, text, response) => {
    // The proxy probes whether unsigned requests are refused.
    if (text === '') return void response.writeHead(401).end();
    const { mood } = backEnd;
    if (mood === 'slow') await pause(SLOW_MS);
    const status = mood === 'slow' ? 200 : mood;
    if (method === 'POST' && status === 200) {
      const id = String(headers['webhook-id']);
      if (!isSigned(text, headers)) backEnd.unsigned.push(id);
      backEnd.received.push({ id, text, event: JSON.parse(text) as RelayEvent });
    }
    response.writeHead(status).end();
  });
  const backEnd: BackEnd = { ...server, received: [], unsigned: [], mood: 200 };
  return backEnd;
}
