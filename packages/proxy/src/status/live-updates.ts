import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { SubmissionChannel } from 'precandidate-contract';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import type { SessionScope } from '../auth/session-tokens.ts';
import { type FormRow, toSnapshot } from '../forms/form-store.ts';

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Tells nginx and compatible proxies not to buffer.
  'x-accel-buffering': 'no',
};
const RETRY = Buffer.from('retry: 3000\n\n');
const HEARTBEAT = Buffer.from(':\n\n');
const HEARTBEAT_MS = 25_000;
/** A reader with more unsent data is dropped. It reconnects and gets the newest snapshot. */
const MAX_UNSENT_BYTES = 64 * 1024;

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/** Connections that browsers hold open to receive changes of a form: streams and long polls. */
export function createLiveUpdates({ formChanges, revocations, settings }: App) {
  const connections = createConnectionLimit(settings.MAX_STREAMS);
  const streams = new Set<ServerResponse>();
  const endLongPolls = new Set<() => void>();
  /** All subscribers of a form get the same row object, so each frame is built once. */
  const frames = new WeakMap<FormRow, Buffer>();

  function frameOf(form: FormRow): Buffer {
    const frame = frames.get(form) ?? toFrame(form, settings.SUBMISSION_CHANNEL);
    frames.set(form, frame);
    return frame;
  }

  return {
    /**
     * Sends server-sent events: the current snapshot first, then each newer one, until the session
     * expires or is revoked. Throws `streams-exhausted` when no connection is free.
     */
    stream(reply: FastifyReply, form: FormRow, session: SessionScope): void {
      const response = reply.raw;
      // Disconnected already: no `close` event would release the connection.
      if (response.closed) return void reply.hijack();
      const release = connections.acquire(session.session_id);
      if (!release) throw new ProblemError('streams-exhausted', { retryAfterMs: 30_000 });
      reply.hijack();
      response.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
      write(response, RETRY);

      let revision = -1;
      const send = (row: FormRow): void => {
        if (row.revision <= revision) return;
        revision = row.revision;
        write(response, frameOf(row));
      };
      const unsubscribe = formChanges.subscribe(form.person_id, form.form_id, send);
      const unfollow = revocations.follow(session, () => response.end());
      const heartbeats = setInterval(() => write(response, HEARTBEAT), HEARTBEAT_MS);
      const expiry = setTimeout(() => response.end(), session.expires_at - Date.now());
      streams.add(response);
      response.once('close', () => {
        clearInterval(heartbeats);
        clearTimeout(expiry);
        unsubscribe();
        unfollow();
        streams.delete(response);
        release();
      });
      send(form);
    },

    /**
     * Resolves to the form's row as soon as it is newer than `known`. Resolves to `known` after
     * `longestMs`, or earlier when the session is revoked, the browser disconnects, or the proxy
     * stops. `undefined` when no connection is free or the browser is gone.
     */
    longPoll(
      reply: FastifyReply,
      known: FormRow,
      session: SessionScope,
      longestMs: number,
    ): Promise<FormRow> | undefined {
      const release = reply.raw.closed ? undefined : connections.acquire(session.session_id);
      if (!release) return undefined;
      return new Promise((resolve) => {
        const finish = (form: FormRow): void => {
          clearTimeout(timer);
          unsubscribe();
          unfollow();
          endLongPolls.delete(end);
          reply.raw.off('close', end);
          release();
          resolve(form);
        };
        const end = (): void => finish(known);
        const timer = setTimeout(end, longestMs);
        const unsubscribe = formChanges.subscribe(known.person_id, known.form_id, (form) => {
          if (form.revision > known.revision) finish(form);
        });
        const unfollow = revocations.follow(session, end);
        endLongPolls.add(end);
        reply.raw.once('close', end);
      });
    },

    streamCount: (): number => streams.size,
    longPollCount: (): number => endLongPolls.size,

    /** Ends all of them, so that a stop does not wait. Browsers reconnect on their own. */
    close(): void {
      connections.close();
      for (const response of streams)
        // A reader that does not read would never get the end.
        if (response.writableLength > 0) response.destroy();
        else response.end();
      for (const end of endLongPolls) end();
    },
  };
}

function write(response: ServerResponse, bytes: Buffer): void {
  // It may have ended while a slow reader still has data to receive.
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
  else response.write(bytes);
}

function toFrame(form: FormRow, channel: SubmissionChannel): Buffer {
  const data = JSON.stringify(toSnapshot(form, channel));
  return Buffer.from(`id: ${form.revision}\nevent: snapshot\ndata: ${data}\n\n`);
}

/** More than a candidate's tabs need, including broken connections that are not noticed yet. */
const MAX_PER_SESSION = 32;

/** Counts open connections, so that no session takes the connections of others. */
function createConnectionLimit(max: number) {
  const bySession = new Map<string, number>();
  let total = 0;
  let isClosed = false;

  return {
    /** Returns a function that releases the connection, for one call; `undefined` when none is free. */
    acquire(session_id: string): (() => void) | undefined {
      const own = bySession.get(session_id) ?? 0;
      if (isClosed || total >= max || own >= MAX_PER_SESSION) return undefined;
      bySession.set(session_id, own + 1);
      total += 1;
      return () => {
        const left = (bySession.get(session_id) ?? 1) - 1;
        if (left > 0) bySession.set(session_id, left);
        else bySession.delete(session_id);
        total -= 1;
      };
    },
    /** A connection opened while the proxy stops would delay the stop. */
    close(): void {
      isClosed = true;
    },
  };
}
