import { ProblemError } from '../../plugins/problem-error.ts';
import { isWebAddress } from '../allowed-host.ts';
import { fieldOf } from '../../status/records.ts';
import type { Channel } from './channel.ts';

/** Sends nothing: the candidate goes on in the hosted form, and its status is followed. */
export const handoffChannel: Channel = {
  name: 'handoff',
  prepare(form) {
    if (!isWebAddress(fieldOf(form, 'form_url') ?? ''))
      throw new ProblemError('service-answer-unusable', { detail: 'The record has no form_url' });
    return false;
  },
  send: () => Promise.resolve({ kind: 'unknown' }),
};
