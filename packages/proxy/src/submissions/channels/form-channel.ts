import { ProblemError } from '../../plugins/problem-error.ts';
import { type FormHosts, isAllowedHost } from '../allowed-host.ts';
import type { FormClient } from '../form-client.ts';
import { fieldOf } from '../../status/records.ts';
import { type Channel, outcomeOf } from './channel.ts';

/** Posts the data as JSON to the record's `form_url`, on an allowed host only. */
export function createFormChannel(client: FormClient, form_hosts: FormHosts): Channel {
  return {
    name: 'form',

    prepare(form) {
      const form_url = fieldOf(form, 'form_url');
      if (form_url === null)
        throw new ProblemError('service-answer-unusable', { detail: 'The record has no form_url' });
      if (!isAllowedHost(form_url, form_hosts)) throw new ProblemError('form-host-not-allowed');
      return true;
    },

    async send(form, data, idempotency_key) {
      const answer = await client.post(fieldOf(form, 'form_url') ?? '', data, idempotency_key);
      if (answer.kind === 'unknown') return { kind: 'unknown' };
      if (answer.kind === 'not-sent')
        return { kind: 'undelivered', problem: 'service-unavailable', retry_after_ms: 0 };
      return outcomeOf(answer.status, answer.retry_after_ms);
    },
  };
}
