import type { Channel } from './channel.ts';

/** Sends nothing: the candidate goes on in the hosted form, and its status is followed. */
export const handoffChannel: Channel = {
  name: 'handoff',
  prepare: () => false,
  send: () => Promise.resolve({ kind: 'unknown' }),
};
