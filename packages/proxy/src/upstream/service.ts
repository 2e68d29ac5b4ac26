import {
  PROBLEMS,
  type PersonCreation,
  type PrecandidateCreation,
  type ProblemName,
  type Violation,
} from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { CallOptions, ServiceAnswer, ServiceClient } from './service-client.ts';

/**
 * The service's operations. Bodies are relayed as they came, so each resolves to the response's text
 * and its parsed value, whose shape is checked where it is used. Each rejects with a
 * {@link ProblemError}.
 */
export interface Service {
  createPrecandidate(body: PrecandidateCreation, options?: CallOptions): Promise<Relayed>;
  /** The person's records; a value that is not an array rejects with `service-answer-unusable`. */
  listPrecandidates(person_id: string, options?: CallOptions): Promise<Relayed>;
  formSchema(person_id: string, form_id: string, options?: CallOptions): Promise<Relayed>;
  /**
   * The person exists when it resolves. `text` is `undefined` when the response was cut short, `value`
   * when it is not JSON.
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
  requested_at: number;
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

/** An identifier may come from a webhook or a record: one that would change the path names nothing. */
function segment(identifier: string): string {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(identifier)) throw new ProblemError('record-not-found');
  return identifier;
}

export function createService(client: ServiceClient): Service {
  const relay = (answer: ServiceAnswer, value: unknown): Relayed => ({
    status: answer.status,
    text: answer.text ?? '',
    value,
    requested_at: answer.requested_at,
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
      // The interface does not document this response: a 2xx counts, whatever its body.
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

/** What a response of one operation means beyond its status. */
interface AnswerMeaning {
  /** The problem behind a 404. */
  not_found: ProblemName;
  /** Of a creation: field names that a 422 may point at. */
  fields?: readonly string[];
}

/** The parsed body of a 2xx whose shape does not matter; `undefined` when it is not JSON or cut short. */
function readLoosely(answer: ServiceAnswer, meaning: AnswerMeaning): unknown {
  if (!isSuccess(answer)) throw problemOf(answer, meaning);
  return parse(answer.text);
}

/** The parsed body of a 2xx. Throws the problem that any other response means. */
function readAnswer(answer: ServiceAnswer, meaning: AnswerMeaning): unknown {
  if (!isSuccess(answer)) throw problemOf(answer, meaning);
  if (answer.text === undefined)
    throw new ProblemError(
      'service-unavailable',
      waitFor(answer, 'The service’s answer broke off'),
    );
  const value = parse(answer.text);
  if (value === undefined) throw new ProblemError('service-answer-unusable');
  return value;
}

const isSuccess = ({ status }: ServiceAnswer) => status >= 200 && status <= 299;

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(answer: ServiceAnswer, { not_found, fields }: AnswerMeaning): ProblemError {
  const { status, text = '' } = answer;
  const detail = `The service answered ${status}`;
  if (status === 401 || status === 403) return new ProblemError('service-refused-key', { detail });
  if (status === 404) return new ProblemError(documentedIn(text) ?? not_found);
  if (status === 422 && fields)
    return new ProblemError('validation-failed', { errors: namedFields(text, fields) });
  if (status === 429) return new ProblemError('service-busy', waitFor(answer, detail));
  if (status >= 500)
    return new ProblemError('service-unavailable', {
      ...waitFor(answer, detail),
      isNotProcessed: status === 503,
    });
  if (status < 400) return new ProblemError('service-answer-unusable', { detail });
  return new ProblemError('service-refused-request', { detail });
}

/** The interface documents message texts for two 404s; one of them in the body decides. */
function documentedIn(text: string): ProblemName | undefined {
  return (['pipeline-not-found', 'form-not-found'] as const).find((name) =>
    text.includes(PROBLEMS[name].title),
  );
}

function waitFor({ retry_after_ms }: ServiceAnswer, detail: string) {
  const seconds = Math.ceil(retry_after_ms / 1_000) || 5;
  return { detail, headers: { 'retry-after': String(seconds) } };
}

/**
 * The service's error bodies have no documented shape and may repeat a candidate's data, so they are
 * not passed on. Only known field names that occur in them as whole words are.
 */
function namedFields(text: string, fields: readonly string[]): Violation[] {
  const words = new Set(text.match(/\w+/g));
  return fields
    .filter((field) => words.has(field))
    .map((field) => ({
      pointer: `/${field}`,
      keyword: 'service',
      detail: 'The service does not accept this field',
    }));
}
