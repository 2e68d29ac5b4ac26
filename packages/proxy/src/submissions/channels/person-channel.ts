import { type FormData, PROBLEMS } from 'precandidate-contract';
import { ProblemError } from '../../plugins/problem-error.ts';
import type { PersonCreator } from '../../persons/person-creator.ts';
import { fieldOf } from '../../status/records.ts';
import type { Channel, ChannelOutcome } from './channel.ts';

/**
 * Creates a person with the collected fields, the precandidate's pipeline, and `custom_data` that
 * names the precandidate. The service says `SUBMITTED` of that one only if it links the two.
 */
export function createPersonChannel(persons: PersonCreator): Channel {
  return {
    name: 'person',

    prepare(form) {
      if (fieldOf(form, 'country_code') === null)
        throw new ProblemError('service-answer-unusable', {
          detail: 'The record has no country_code',
        });
      return true;
    },

    async send(form, data) {
      const name = fieldOf(form, 'pipeline_name');
      const { person_id, form_id: precandidate_id } = form;
      try {
        await persons.create(fieldOf(form, 'country_code') ?? '', {
          ...withoutControl(data),
          ...(name !== null && { pipeline: { name } }),
          custom_data: { person_id, precandidate_id },
        });
        return { kind: 'delivered' };
      } catch (error) {
        return outcomeOfError(error);
      }
    },
  };
}

/** Fields by which a person creation is steered: they are ours, whatever a form may call its own. */
const CONTROL = new Set([
  'pipeline',
  'webhook_url',
  'webhook_details',
  'webhook_headers',
  'custom_data',
]);

function withoutControl(data: FormData): FormData {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !CONTROL.has(name)));
}

function outcomeOfError(error: unknown): ChannelOutcome {
  if (!(error instanceof ProblemError)) return { kind: 'unknown' };
  const { problemName: problem, headers } = error;
  if (problem === 'validation-failed') return { kind: 'rejected' };
  const answered =
    PROBLEMS[problem].status < 500 ||
    problem === 'service-busy' ||
    problem.startsWith('service-refused');
  const retry_after_ms = Number(headers['retry-after'] ?? 0) * 1_000;
  return answered ? { kind: 'undelivered', problem, retry_after_ms } : { kind: 'unknown' };
}
