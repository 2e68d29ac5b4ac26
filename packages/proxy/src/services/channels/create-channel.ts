import type { Settings } from '../../settings/setting-list.ts';
import type { FormClient } from '../../upstream/form-client.ts';
import type { PersonCreator } from '../person-creator.ts';
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
      return createFormChannel(
        client,
        settings.FORM_HOSTS ?? [new URL(settings.UPSTREAM_URL).host],
      );
    case 'person':
      return createPersonChannel(persons);
    case 'handoff':
      return handoffChannel;
  }
}
