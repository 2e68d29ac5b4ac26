import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { SubmissionChannel } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { FormChanges } from './form-changes.ts';
import type { SessionRevocations } from '../sessions/session-revocations.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';
import { toSnapshot } from './to-snapshot.ts';
import type { FormRow } from './form-row.ts';
import type { Places } from './places.ts';
import { takeOver } from './take-over.ts';

/** Open status streams: the write path of server-sent events. */
export interface StatusStreams {
  /**
   * Takes the reply over: the current snapshot first, then each newer one, until the session
   * expires or is revoked. Throws `streams-exhausted` when none is free.
   */
  open(reply: FastifyReply, form: FormRow, session: SessionScope): FastifyReply;
  count(): number;
  /** Ends them all; browsers come back on their own. */
  close(): void;
}

interface Stream {
  socket: Socket;
  /** Epoch milliseconds. */
  expires_at: number;
  /** In which of the rounds its heartbeat goes out. */
  beat: number;
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Asks nginx and its like not to hold frames back.
  'x-accel-buffering': 'no',
};
const RETRY = Buffer.from('retry: 3000\n\n');
const HEARTBEAT = Buffer.from(':\n\n');
const ROUND_MS = 1_000;
/** So that a heartbeat goes out every 25 s, and not all of them at once. */
const ROUNDS = 25;
/** A reader with more unsent than this is dropped: it comes back and gets the newest snapshot. */
const MOST_UNSENT_BYTES = 64 * 1024;

export function createStatusStreams(
  changes: FormChanges,
  revocations: SessionRevocations,
  channel: SubmissionChannel,
  places: Places,
): StatusStreams {
  const open = new Set<Stream>();
  /** A change is told to all who follow the form by the same row: one frame serves them all. */
  const frames = new WeakMap<FormRow, Buffer>();
  let opened = 0;
  let rounds = 0;

  const timer = setInterval(() => {
    const now = Date.now();
    rounds += 1;
    for (const { socket, expires_at, beat } of open)
      if (expires_at <= now) socket.destroySoon();
      else if (beat === rounds % ROUNDS) write(socket, HEARTBEAT);
  }, ROUND_MS);
  timer.unref();

  function frameOf(row: FormRow): Buffer {
    const frame = frames.get(row) ?? toFrame(row, channel);
    frames.set(row, frame);
    return frame;
  }

  return {
    open(reply, form, session) {
      // The browser went away meanwhile: nothing would ever say so again, and give the place back.
      if (reply.raw.closed) return reply.hijack();
      const leave = places.take(session.session_id);
      if (!leave) throw new ProblemError('streams-exhausted', { headers: { 'retry-after': '30' } });
      const socket = takeOver(reply, HEADERS);
      if (!socket) {
        leave();
        return reply;
      }
      write(socket, RETRY);
      let revision = -1;
      const tell = (row: FormRow): void => {
        if (row.revision <= revision) return;
        revision = row.revision;
        write(socket, frameOf(row));
      };
      const unfollow = changes.follow(form.person_id, form.form_id, tell);
      const ignore = revocations.follow(session, () => socket.destroySoon());
      const stream = { socket, expires_at: session.expires_at, beat: opened++ % ROUNDS };
      open.add(stream);
      socket.once('close', () => {
        unfollow();
        ignore();
        open.delete(stream);
        leave();
      });
      tell(form);
      return reply;
    },

    count: () => open.size,

    close() {
      clearInterval(timer);
      // One that does not read would have us wait.
      for (const { socket } of open)
        if (socket.writableLength > 0) socket.destroy();
        else socket.destroySoon();
    },
  };
}

function write(socket: Socket, bytes: Buffer): void {
  // Ended, and a slow reader has not taken the last of it yet.
  if (socket.writableEnded || socket.destroyed) return;
  if (socket.writableLength > MOST_UNSENT_BYTES) socket.destroy();
  else socket.write(bytes);
}

function toFrame(form: FormRow, channel: SubmissionChannel): Buffer {
  const data = JSON.stringify(toSnapshot(form, channel));
  return Buffer.from(`id: ${form.revision}\nevent: snapshot\ndata: ${data}\n\n`);
}
