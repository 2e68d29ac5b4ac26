import { IDENTIFIER, PROBLEMS, type ProblemName, type Violation } from 'precandidate-contract';
import { ProblemError } from '../shared/problem-error.ts';
import { isJsonObject, parseJson } from '../shared/json.ts';
import {
  type CreationOptions,
  MAY_BE_CREATED,
  type ReadOptions,
  type ServiceClient,
  type ServiceResponse,
  UNREACHABLE_PAUSE_MS,
} from './service-client.ts';

/** A 2xx of the service: its body as it came, and parsed; the shape is checked where it is used. */
export interface Relayed<Text = string> {
  /** The interface documents no other 2xx; what another one means is for its body to say. */
  status: 200 | 201;
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
function apiPath(texts: TemplateStringsArray, ...identifiers: string[]): string {
  if (!identifiers.every((one) => IDENTIFIER.test(one))) throw new ProblemError('record-not-found');
  return String.raw({ raw: texts }, ...identifiers);
}

/** The service's operations. Each rejects with a {@link ProblemError}. */
export type Service = ReturnType<typeof createService>;

export function createService(client: ServiceClient) {
  const read = async (path: string, notFound: ProblemName, options?: ReadOptions) =>
    relayedOf(await client.get(path, options), { notFound });

  return {
    /** `body` is JSON text. Rejects with {@link createdUnread} when the record exists, but did not arrive. */
    async createPrecandidate(body: string, options?: CreationOptions): Promise<Relayed> {
      const response = await client.post('/precandidate', body, options);
      const fields = [...CREATION_FIELDS, ...memberNames(body)];
      assertSuccess(response, { notFound: 'pipeline-not-found', fields });
      const { text } = response;
      const value = parseJson(text ?? '');
      if (text === undefined || !isJsonObject(value)) throw createdUnread(response);
      return { ...response, status: documentedStatus(response), text, value };
    },

    listPrecandidates: async (person_id: string, options?: ReadOptions) =>
      read(apiPath`/precandidate/${person_id}`, 'record-not-found', options),

    formSchema: async (person_id: string, form_id: string, options?: ReadOptions) =>
      read(apiPath`/precandidate/${person_id}/schema/${form_id}`, 'form-not-found', options),

    /**
     * `body` is JSON text. The person exists when it resolves: the interface does not document the body, so a 2xx counts
     * without one. `text` is `undefined` when the body was cut short, `value` when it is not JSON.
     */
    async createPerson(
      country: string,
      body: string,
      options?: CreationOptions,
    ): Promise<Relayed<string | undefined>> {
      const response = await client.post(apiPath`/${country}/persons`, body, options);
      const fields = [...PERSON_FIELDS, ...memberNames(body)];
      assertSuccess(response, { notFound: 'record-not-found', fields });
      const status = documentedStatus(response);
      return { ...response, status, value: parseJson(response.text ?? '') };
    },

    personStatus: async (country: string, person_id: string, options?: ReadOptions) =>
      read(apiPath`/${country}/persons/${person_id}/status`, 'record-not-found', options),

    reports: async (country: string, person_id: string, options?: ReadOptions) =>
      read(apiPath`/${country}/reports/${person_id}`, 'record-not-found', options),
  };
}

/** Whoever repeated the creation now would create another record. */
export const createdUnread = ({ status }: { status: number }): ProblemError =>
  new ProblemError('service-answer-unusable', {
    detail: `The service answered ${status}, so the record exists, but its answer cannot be read`,
  });

function memberNames(body: string): string[] {
  const value = parseJson(body);
  return isJsonObject(value) ? Object.keys(value) : [];
}

interface ErrorMeaning {
  /** The problem behind a 404. */
  notFound: ProblemName;
  /** Of a creation: field names that a 422 may point at. */
  fields?: readonly string[];
}

function assertSuccess(response: ServiceResponse, meaning: ErrorMeaning): void {
  if (response.status < 200 || response.status > 299) throw problemOf(response, meaning);
}

function relayedOf(response: ServiceResponse, meaning: ErrorMeaning): Relayed {
  assertSuccess(response, meaning);
  const { text } = response;
  if (text === undefined) {
    const extra = waitFor(response, 'The service’s response broke off');
    throw new ProblemError('service-unavailable', extra);
  }
  const value = parseJson(text);
  if (value === undefined) throw new ProblemError('service-answer-unusable');
  return { ...response, status: 200, text, value };
}

const documentedStatus = ({ status }: ServiceResponse): Relayed['status'] =>
  status === 201 ? 201 : 200;

function problemOf(response: ServiceResponse, { notFound, fields }: ErrorMeaning): ProblemError {
  const { status, text = '' } = response;
  const detail = `The service responded ${status}`;
  if (status === 401 || status === 403) return new ProblemError('service-refused-key', { detail });
  if (status === 404) return new ProblemError(documentedIn(text) ?? notFound);
  if (status === 422 && fields)
    return new ProblemError('validation-failed', { errors: namedFields(text, fields) });
  if (status === 429) return new ProblemError('service-busy', waitFor(response, detail));
  if (status >= 500) {
    const isNotProcessed = status === 503;
    const more = fields && !isNotProcessed ? `. ${MAY_BE_CREATED}` : '';
    const extra = { ...waitFor(response, detail + more), isNotProcessed };
    return new ProblemError('service-unavailable', extra);
  }
  if (status < 400) return new ProblemError('service-answer-unusable', { detail });
  return new ProblemError('service-refused-request', { detail });
}

/** The interface documents message texts for two 404s; one of them in the body decides. */
function documentedIn(text: string): ProblemName | undefined {
  return (['pipeline-not-found', 'form-not-found'] as const).find((name) =>
    text.includes(PROBLEMS[name].title),
  );
}

function waitFor({ retryAfterMs }: ServiceResponse, detail: string) {
  return { detail, retryAfterMs: retryAfterMs || UNREACHABLE_PAUSE_MS };
}

/**
 * The service's error bodies have no documented shape and may repeat a candidate's data, so they are
 * not passed on. Only known field names that occur in them as whole words are.
 */
function namedFields(text: string, fields: readonly string[]): Violation[] {
  const words = new Set(text.match(/\w+/g));
  return [...new Set(fields)]
    .filter((field) => words.has(field))
    .map((field) => ({
      pointer: `/${field}`,
      keyword: 'service',
      detail: 'The service does not accept this field',
    }));
}
