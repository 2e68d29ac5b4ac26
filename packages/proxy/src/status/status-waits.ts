import type { FastifyReply } from 'fastify';
import type { FormChanges } from './form-changes.ts';
import type { SessionRevocations } from '../sessions/session-revocations.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';
import type { FormRow } from './form-row.ts';
import type { Places } from './places.ts';

/** Requests that are held until there is news: for networks that hold a stream's frames back. */
export interface StatusWaits {
  /**
   * The form's row as soon as it is newer than `known`, else `known` after `longest_ms`, when the
   * session is revoked, the browser goes away, or the proxy stops. `undefined` when no place is
   * free, or nobody is there any more.
   */
  wait(
    reply: FastifyReply,
    known: FormRow,
    session: SessionScope,
    longest_ms: number,
  ): Promise<FormRow> | undefined;
  count(): number;
  /** Ends them all with what is known. */
  close(): void;
}

export function createStatusWaits(
  changes: FormChanges,
  revocations: SessionRevocations,
  places: Places,
): StatusWaits {
  const ends = new Set<() => void>();

  return {
    wait(reply, known, session, longest_ms) {
      const leave = reply.raw.closed ? undefined : places.take(session.session_id);
      if (!leave) return undefined;
      return new Promise((resolve) => {
        const settle = (form: FormRow): void => {
          clearTimeout(timer);
          unfollow();
          ignore();
          ends.delete(end);
          reply.raw.off('close', end);
          leave();
          resolve(form);
        };
        const end = (): void => settle(known);
        const timer = setTimeout(end, longest_ms);
        const unfollow = changes.follow(known.person_id, known.form_id, (form) => {
          if (form.revision > known.revision) settle(form);
        });
        const ignore = revocations.follow(session, end);
        ends.add(end);
        reply.raw.once('close', end);
      });
    },

    count: () => ends.size,

    close() {
      for (const end of ends) end();
    },
  };
}
