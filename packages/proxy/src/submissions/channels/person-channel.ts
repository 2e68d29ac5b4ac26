import { type FormData, PROBLEMS } from 'precandidate-contract';
import type { CreatePerson } from '../../persons/plugin.ts';
import { ProblemError, retryAfterOf } from '../../shared/problem-error.ts';
import { fieldOf } from '../../forms/form-store.ts';
import type { Channel, ChannelOutcome } from './channel.ts';

/**
 * Creates a person with the collected fields, the precandidate's pipeline, and `custom_data` that
 * names the precandidate. The service confirms the form only if it links the two.
 */
export function createPersonChannel(createPerson: CreatePerson): Channel {
  return {
    name: 'person',
    // The service may ignore the Idempotency-Key, and each try may create one more person.
    maxTriesUnknown: 2,

    refusalOf(form) {
      if (fieldOf(form, 'country_code') !== null) return undefined;
      return new ProblemError('service-answer-unusable', {
        detail: 'The record has no country_code',
      });
    },

    async send(form, answers, idempotencyKey) {
      const data = JSON.parse(answers.toString()) as FormData;
      // The person would be created without the answer, or by the candidate's rules.
      if (Object.keys(data).some((field) => CONTROL_FIELDS.has(field)))
        return { kind: 'not-received', problem: 'schema-unusable', retryAfterMs: 0 };
      const name = fieldOf(form, 'pipeline_name');
      const { person_id, form_id: precandidate_id } = form;
      const person = {
        ...data,
        ...(name !== null && { pipeline: { name } }),
        custom_data: { person_id, precandidate_id },
      };
      const options = { idempotencyKey, candidate_id: person_id };
      try {
        await createPerson(fieldOf(form, 'country_code') ?? '', JSON.stringify(person), options);
        return { kind: 'delivered' };
      } catch (error) {
        return outcomeOfError(error);
      }
    },
  };
}

/** Members that control the creation of a person: no form of this channel may ask for a field of that name. */
const CONTROL_FIELDS = new Set([
  'pipeline',
  'webhook_url',
  'webhook_details',
  'webhook_headers',
  'custom_data',
]);

function outcomeOfError(error: unknown): ChannelOutcome {
  if (!(error instanceof ProblemError)) return { kind: 'unknown' };
  const { problemName: problem } = error;
  if (problem === 'validation-failed') return { kind: 'rejected' };
  const isNotReceived =
    error.isNotProcessed ||
    PROBLEMS[problem].status < 500 ||
    problem === 'service-busy' ||
    problem.startsWith('service-refused');
  if (!isNotReceived) return { kind: 'unknown' };
  return { kind: 'not-received', problem, retryAfterMs: retryAfterOf(error) };
}
