import type { Settings } from '../../config/setting-list.ts';
import type { FormHosts } from '../allowed-host.ts';
import type { FormClient } from '../form-client.ts';
import type { PersonCreator } from '../../persons/person-creator.ts';
import type { Channel } from './channel.ts';
import { createFormChannel } from './form-channel.ts';
import { handoffChannel } from './handoff-channel.ts';
import { createPersonChannel } from './person-channel.ts';

/** The channel that `SUBMISSION_CHANNEL` names. */
export function createChannel(
  settings: Pick<Settings, 'SUBMISSION_CHANNEL' | 'FORM_HOSTS' | 'UPSTREAM_URL'>,
  client: FormClient,
  persons: PersonCreator,
): Channel {
  switch (settings.SUBMISSION_CHANNEL) {
    case 'form':
      return createFormChannel(client, formHosts(settings));
    case 'person':
      return createPersonChannel(persons);
    case 'handoff':
      return handoffChannel;
  }
}

/** The service's own host unless others are named; in clear text only where the service is. */
function formHosts({
  FORM_HOSTS,
  UPSTREAM_URL,
}: Pick<Settings, 'FORM_HOSTS' | 'UPSTREAM_URL'>): FormHosts {
  const { host, protocol } = new URL(UPSTREAM_URL);
  return { hosts: FORM_HOSTS ?? [host], only_https: protocol === 'https:' };
}
