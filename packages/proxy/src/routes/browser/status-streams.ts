import type { FastifyReply } from 'fastify';
import type { SubmissionChannel } from 'precandidate-contract';
import { ProblemError } from '../../problem-error.ts';
import type { FormChanges } from '../../services/form-changes.ts';
import type { SessionRevocations } from '../../services/session-revocations.ts';
import type { SessionScope } from '../../services/session-tokens.ts';
import { toSnapshot } from '../../services/to-snapshot.ts';
import type { FormRow } from '../../store/form-row.ts';
import type { Places } from './places.ts';

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
  reply: FastifyReply;
  /** Epoch milliseconds. */
  expires_at: number;
  /** In which of the rounds its heartbeat goes out. */
  beat: number;
}

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
  const frames = new WeakMap<FormRow, string>();
  let opened = 0;
  let rounds = 0;

  const timer = setInterval(() => {
    const now = Date.now();
    rounds += 1;
    for (const { reply, expires_at, beat } of open)
      if (expires_at <= now) reply.raw.end();
      else if (beat === rounds % ROUNDS) write(reply, ':\n\n');
  }, ROUND_MS);
  timer.unref();

  function frameOf(row: FormRow): string {
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
      takeOver(reply);
      let revision = -1;
      const tell = (row: FormRow): void => {
        if (row.revision <= revision) return;
        revision = row.revision;
        write(reply, frameOf(row));
      };
      const unfollow = changes.follow(form.person_id, form.form_id, tell);
      const ignore = revocations.follow(session, () => void reply.raw.end());
      const stream = { reply, expires_at: session.expires_at, beat: opened++ % ROUNDS };
      open.add(stream);
      reply.raw.on('close', () => {
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
      for (const { reply } of open) reply.raw.end();
    },
  };
}

function takeOver(reply: FastifyReply): void {
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(Object.fromEntries(headers) as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Asks nginx and its like not to hold frames back.
    'x-accel-buffering': 'no',
  });
  reply.raw.write('retry: 3000\n\n');
}

function write(reply: FastifyReply, frame: string): void {
  // Ended, and a slow reader has not taken the last of it yet.
  if (reply.raw.writableEnded) return;
  if (reply.raw.writableLength > MOST_UNSENT_BYTES) reply.raw.destroy();
  else reply.raw.write(frame);
}

function toFrame(form: FormRow, channel: SubmissionChannel): string {
  const data = JSON.stringify(toSnapshot(form, channel));
  return `id: ${form.revision}\nevent: snapshot\ndata: ${data}\n\n`;
}
