import { type Static, Type } from 'typebox';
import { oneOf, TextOrNull, TimeOrNull, timeOrNull } from '../http/route-schemas.ts';
import { LISTED_STATES, type PendingSubmission } from './store.ts';

const PendingSubmissionSchema = Type.Object({
  person_id: Type.String(),
  precandidate_id: Type.String(),
  precandidate_status: TextOrNull,
  state: oneOf(LISTED_STATES),
  attempt: Type.Integer({ description: 'Which submission of the form it is, from 1' }),
  tries: Type.Integer({ description: 'How often it was sent' }),
  last_outcome: Type.Union([Type.String(), Type.Null()], {
    description: 'How the last try ended, e.g. unknown or service-unavailable',
  }),
  has_data: Type.Boolean({ description: 'Whether it can be sent again' }),
  begun_at: TimeOrNull,
  sent_at: TimeOrNull,
  next_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the proxy acts next; null: it does not',
  }),
});

export const SubmissionsSchema = Type.Object({
  submissions: Type.Array(PendingSubmissionSchema),
});

/** A submission in the API, with times in ISO 8601. */
export type ListedSubmission = Static<typeof PendingSubmissionSchema>;

export function listedSubmission({
  form_id,
  has_data,
  begun_at,
  sent_at,
  due_at,
  ...same
}: PendingSubmission): ListedSubmission {
  return {
    ...same,
    precandidate_id: form_id,
    has_data: has_data === 1,
    begun_at: timeOrNull(begun_at),
    sent_at: timeOrNull(sent_at),
    next_at: timeOrNull(due_at),
  };
}
