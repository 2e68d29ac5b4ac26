import type { SubmissionChannel } from 'precandidate-contract';
import { createPlaces } from './places.ts';
import { createStatusStreams } from './status-streams.ts';
import { createStatusWaits } from './status-waits.ts';
import type { FormChanges } from './form-changes.ts';
import type { SessionRevocations } from '../sessions/session-revocations.ts';

/** What browsers hold open to learn of changes: streams, and waits where streams are held back. */
export function createWatching(
  changes: FormChanges,
  revocations: SessionRevocations,
  channel: SubmissionChannel,
  max_streams: number,
) {
  const places = createPlaces(max_streams);
  const streams = createStatusStreams(changes, revocations, channel, places);
  const waits = createStatusWaits(changes, revocations, places);

  return {
    streams,
    waits,
    /** Ends them all, so that a stop need not wait for them. */
    endWatching(): void {
      places.close();
      streams.close();
      waits.close();
    },
  };
}
