import type { Settings } from '../../config/settings.ts';
import type { App } from '../../plugins/app-type.ts';
import { ProblemError } from '../../shared/problem-error.ts';
import { fieldOf } from '../../forms/form-store.ts';
import { type FormHosts, isWebAddress } from '../../shared/allowed-host.ts';
import type { Channel } from './channel.ts';
import { createFormChannel } from './form-channel.ts';
import { createPersonChannel } from './person-channel.ts';

/** The channel that `SUBMISSION_CHANNEL` names. */
export function createChannel({ settings, createPerson, outboundProxy }: App): Channel {
  switch (settings.SUBMISSION_CHANNEL) {
    case 'form':
      return createFormChannel(formHosts(settings), outboundProxy);
    case 'person':
      return createPersonChannel(createPerson);
    case 'handoff':
      return handoffChannel;
  }
}

/** The service's own host unless you name others; plain http only if the service itself uses it. */
function formHosts({ FORM_HOSTS, UPSTREAM_URL }: Settings): FormHosts {
  const { host, protocol } = new URL(UPSTREAM_URL);
  return { hosts: FORM_HOSTS ?? [host], onlyHttps: protocol === 'https:' };
}

/** Sends nothing: the candidate continues in the hosted form, and the proxy polls its status. */
const handoffChannel: Channel = {
  name: 'handoff',
  mostTriesUnknown: 0,
  prepare(form) {
    if (!isWebAddress(fieldOf(form, 'form_url') ?? ''))
      throw new ProblemError('service-answer-unusable', { detail: 'The record has no form_url' });
    return false;
  },
  send: () => Promise.resolve({ kind: 'unknown' }),
};
