import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { SubmissionChannel } from 'precandidate-contract';
import type { SessionRevocations } from '../auth/revocations.ts';
import type { SessionScope } from '../auth/session-tokens.ts';
import type { Settings } from '../config/settings.ts';
import type { FormNotifications } from '../forms/form-notifications.ts';
import { type FormName, type FormRow, toSnapshot } from '../forms/form-store.ts';
import { networkOf } from '../http/client-address.ts';
import type { Clock } from '../shared/clock.ts';
import { ProblemError } from '../shared/problem-error.ts';

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
/** Meanwhile a browser can poll the snapshot. */
const RETRY_AFTER_MS = 30_000;

export type StatusStreams = ReturnType<typeof createStatusStreams>;

export interface StatusStreamParts {
  clock: Clock;
  formNotifications: Pick<FormNotifications, 'subscribe'>;
  revocations: Pick<SessionRevocations, 'follow'>;
  settings: Pick<Settings, 'SUBMISSION_CHANNEL'>;
}

/** Streams that browsers hold open to receive changes of a form. */
export function createStatusStreams({
  clock,
  formNotifications,
  revocations,
  settings: { SUBMISSION_CHANNEL: channel },
}: StatusStreamParts) {
  const limit = createStreamLimit();
  const streams = new Set<ServerResponse>();
  let isClosed = false;

  return {
    /**
     * Sends server-sent events: the current snapshot first, then each newer one, until the session
     * expires or is revoked. Throws `streams-exhausted` when the form or the address has too many.
     */
    stream(reply: FastifyReply, form: FormRow, session: SessionScope): void {
      const response = reply.raw;
      // Disconnected already: no `close` event would release the stream.
      if (response.closed) return void reply.hijack();
      // A stream opened while the proxy stops would delay the stop.
      const release = isClosed ? undefined : limit.acquire(form, networkOf(reply.request));
      if (!release) throw new ProblemError('streams-exhausted', { retryAfterMs: RETRY_AFTER_MS });
      reply.hijack();
      response.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
      write(response, RETRY);

      let revision = -1;
      const send = (row: FormRow): void => {
        if (row.revision <= revision) return;
        revision = row.revision;
        write(response, toFrame(row, channel));
      };
      const unsubscribe = formNotifications.subscribe(form.person_id, form.form_id, send);
      const unfollow = revocations.follow(session, () => response.end());
      const heartbeats = setInterval(() => write(response, HEARTBEAT), HEARTBEAT_MS);
      const expiry = setTimeout(() => response.end(), session.expires_at - clock.now());
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

    count: (): number => streams.size,

    /** Ends all of them, so that a stop does not wait. Browsers reconnect on their own. */
    close(): void {
      isClosed = true;
      for (const response of streams) end(response);
    },
  };
}

/** A reader that does not read would never get the end. */
function end(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy();
  else response.end();
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

/** More than a candidate's tabs and devices need, with broken connections not noticed yet. */
const MAX_PER_FORM = 32;
/** More than the candidates of one office or school, and a fifth of all: no address takes them all. */
const MAX_PER_ADDRESS = 2_000;
/** Takes about 600 MB. */
const MAX_IN_ALL = 10_000;

/** Counts open streams by form and by address, so that nobody takes the streams of others. */
export function createStreamLimit() {
  const counts = new Map<string, number>();
  let total = 0;

  function add(key: string, change: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }

  return {
    /** Returns a function that releases the stream, for one call; `undefined` when none is free. */
    acquire({ person_id, form_id }: FormName, network: string): (() => void) | undefined {
      const form = `form ${person_id} ${form_id}`;
      const address = `address ${network}`;
      const isFree =
        total < MAX_IN_ALL &&
        (counts.get(form) ?? 0) < MAX_PER_FORM &&
        (counts.get(address) ?? 0) < MAX_PER_ADDRESS;
      if (!isFree) return undefined;
      const change = (by: 1 | -1): void => {
        add(form, by);
        add(address, by);
        total += by;
      };
      change(1);
      return () => change(-1);
    },
  };
}
