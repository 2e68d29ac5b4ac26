import type { PersonCreation, PrecandidateCreation } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import { readAnswer, readLoosely } from './read-answer.ts';
import type { CallOptions, ServiceAnswer, ServiceClient } from './service-client.ts';

/**
 * The service's operations. Bodies are relayed as they came, so each resolves to the answer (for
 * its text) and its parsed value, whose shape is checked where it is used. Each rejects with a
 * {@link ProblemError}.
 */
export interface Service {
  createPrecandidate(body: PrecandidateCreation, options?: CallOptions): Promise<Relayed>;
  /** The person's records; a value that is not an array rejects with `service-answer-unusable`. */
  listPrecandidates(person_id: string, options?: CallOptions): Promise<Relayed>;
  formSchema(person_id: string, form_id: string, options?: CallOptions): Promise<Relayed>;
  /**
   * The person exists when it resolves. `text` is `undefined` when the answer broke off, `value` when
   * it is no JSON.
   */
  createPerson(
    country: string,
    body: PersonCreation,
    options?: CallOptions,
  ): Promise<Relayed<string | undefined>>;
  personStatus(country: string, person_id: string, options?: CallOptions): Promise<Relayed>;
  reports(country: string, person_id: string, options?: CallOptions): Promise<Relayed>;
}
export interface Relayed<Text = string> {
  status: number;
  text: Text;
  value: unknown;
  /** When the call was made (epoch milliseconds). */
  asked_at: number;
}

const CREATION_FIELDS = [
  'country_code',
  'pipeline_name',
  'pipeline_id',
  'email',
  'phone',
  'reports_enabled',
  'report_settings',
];
const PERSON_FIELDS = ['document_id', 'pipeline', 'webhook_url', 'webhook_headers'];

/** An identifier may come from a webhook or a record: one that would lead elsewhere names nothing. */
function segment(identifier: string): string {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(identifier)) throw new ProblemError('record-not-found');
  return identifier;
}

export function createService(client: ServiceClient): Service {
  const relay = (answer: ServiceAnswer, value: unknown): Relayed => ({
    status: answer.status,
    text: answer.text ?? '',
    value,
    asked_at: answer.asked_at,
  });

  return {
    async createPrecandidate(body, options) {
      const answer = await client.post('/precandidate', body, options);
      const fields = [...new Set([...CREATION_FIELDS, ...Object.keys(body)])];
      return relay(answer, readAnswer(answer, { not_found: 'pipeline-not-found', fields }));
    },

    async listPrecandidates(person_id, options) {
      const answer = await client.get(`/precandidate/${segment(person_id)}`, options);
      return relay(answer, readAnswer(answer, { not_found: 'record-not-found' }));
    },

    async formSchema(person_id, form_id, options) {
      const answer = await client.get(
        `/precandidate/${segment(person_id)}/schema/${segment(form_id)}`,
        options,
      );
      return relay(answer, readAnswer(answer, { not_found: 'form-not-found' }));
    },

    async createPerson(country, body, options) {
      const answer = await client.post(`/${segment(country)}/persons`, body, options);
      const fields = [...new Set([...PERSON_FIELDS, ...Object.keys(body)])];
      // The interface does not show this answer: a 2xx is the truth, whatever its body.
      const value = readLoosely(answer, { not_found: 'record-not-found', fields });
      return { ...relay(answer, value), text: answer.text };
    },

    async personStatus(country, person_id, options) {
      const answer = await client.get(
        `/${segment(country)}/persons/${segment(person_id)}/status`,
        options,
      );
      return relay(answer, readAnswer(answer, { not_found: 'record-not-found' }));
    },

    async reports(country, person_id, options) {
      const answer = await client.get(
        `/${segment(country)}/reports/${segment(person_id)}`,
        options,
      );
      return relay(answer, readAnswer(answer, { not_found: 'record-not-found' }));
    },
  };
}
