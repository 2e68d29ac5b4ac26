import type { ProblemName } from 'precandidate-contract';
import { type Dispatcher, request } from 'undici';
import type { Settings } from '../../config/settings.ts';
import { inSpan } from '../../observability/tracing.ts';
import { ProblemError } from '../../shared/problem-error.ts';
import { requestIds } from '../../http/request-log.ts';
import type { Database } from '../../db/database.ts';
import { fieldOf, type FormRow, isWebAddress } from '../../forms/form-store.ts';
import {
  createDispatcher,
  FRESH_CONNECTIONS,
  type OutboundSettings,
  wasNeverSent,
} from '../../upstream/outbound.ts';
import { parseRetryAfter } from '../../upstream/service-client.ts';
import type { Channel, ChannelOutcome } from './channel.ts';

const TIMEOUT_MS = 20_000;
/** A larger body is not read to its end. */
const LARGEST_BODY = 1024 * 1024;

type FormHostSettings = Pick<Settings, 'FORM_HOSTS' | 'UPSTREAM_URL'>;
type FormChannelSettings = OutboundSettings & FormHostSettings;

/**
 * Posts the data as JSON to the record's `form_url`, on an allowed host only. Hosted forms are other
 * servers than the API and never see its key. Redirects are not followed.
 */
export function createFormChannel(settings: FormChannelSettings): Channel {
  const hosts = formHosts(settings);
  const options = {
    connections: 32,
    connect: { timeout: 3_000 },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    ...FRESH_CONNECTIONS,
  };
  const dispatcher = createDispatcher(options, settings);

  return {
    name: 'form',
    maxTriesUnknown: Infinity,

    refusalOf(form) {
      const formUrl = fieldOf(form, 'form_url');
      if (formUrl === null)
        return new ProblemError('service-answer-unusable', {
          detail: 'The record has no form_url',
        });
      if (isAllowedHost(formUrl, hosts)) return undefined;
      // Without its path, which names the form, and its credentials.
      const origin = URL.parse(formUrl)?.origin ?? 'no web address';
      const detail = `The record’s form_url leads to ${origin}`;
      return new ProblemError('form-host-not-allowed', { detail });
    },

    hostOf: (form) => URL.parse(fieldOf(form, 'form_url') ?? '')?.hostname ?? '',

    async send(form, answers, idempotencyKey) {
      try {
        const { statusCode, headers, body } = await post(
          dispatcher,
          fieldOf(form, 'form_url') ?? '',
          answers,
          { 'idempotency-key': idempotencyKey },
        );
        const outcome = outcomeOf(statusCode, parseRetryAfter(headers));
        const isWhole = await readToEnd(body);
        return outcome.kind === 'delivered' && !isWhole ? { kind: 'unknown' } : outcome;
      } catch (error) {
        return wasNeverSent(error)
          ? { kind: 'not-received', problem: 'service-unavailable', retryAfterMs: 0 }
          : { kind: 'unknown' };
      }
    },

    close: () => dispatcher.destroy(),
  };
}

/** Where a submission may be sent. */
interface FormHosts {
  /** `host` allows any port, `host:port` that one. */
  hosts: readonly string[];
  onlyHttps: boolean;
}

/** The service's own host, and those that you name; plain http only if the service itself uses it. */
function formHosts({ FORM_HOSTS, UPSTREAM_URL }: FormHostSettings): FormHosts {
  const { host, protocol } = new URL(UPSTREAM_URL);
  return { hosts: [host, ...(FORM_HOSTS ?? [])], onlyHttps: protocol === 'https:' };
}

/** Whether the address is a web address without credentials on one of the hosts. */
export function isAllowedHost(address: string, { hosts, onlyHttps }: FormHosts): boolean {
  if (!isWebAddress(address)) return false;
  const { protocol, host, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '' || (onlyHttps && protocol !== 'https:')) return false;
  return hosts.some(
    // A URL leaves out the default port of its protocol.
    (entry) => new URL(`${protocol}//${entry}`).host === host || entry.toLowerCase() === hostname,
  );
}

/** Enough to meet each host of the service. */
const LOOKED_AT = 200;

/** Origins of open forms to which no submission may be sent, for operators; none with other channels. */
export async function originsOutside(
  db: Database,
  settings: Pick<Settings, 'FORM_HOSTS' | 'UPSTREAM_URL' | 'SUBMISSION_CHANNEL'>,
): Promise<string[]> {
  if (settings.SUBMISSION_CHANNEL !== 'form') return [];
  const rows = await db.query<Pick<FormRow, 'record'>>(
    `select record from forms where state = 'open' limit ${LOOKED_AT}`,
  );
  const allowed = formHosts(settings);
  const outside = rows
    .map((row) => fieldOf(row, 'form_url'))
    .filter((url) => url !== null && !isAllowedHost(url, allowed))
    .map((url) => URL.parse(url ?? '')?.origin ?? 'no web address');
  return [...new Set(outside)];
}

/** Posts JSON in a span of its own, with the id of the request that it belongs to. */
function post(dispatcher: Dispatcher, url: string, json: Buffer, more: Record<string, string>) {
  const request_id = requestIds.getStore();
  return inSpan('form POST', {}, async (traceHeaders, span) => {
    const headers = {
      ...traceHeaders,
      ...more,
      'content-type': 'application/json',
      accept: 'application/json',
      ...(request_id !== undefined && { 'x-request-id': request_id }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { method: 'POST', signal, headers, body: json, dispatcher } as const;
    const response = await request(url, options);
    span.setAttribute('http.response.status_code', response.statusCode);
    return response;
  });
}

/** Whether the body arrived as a whole. A 2xx that is cut short may come from something in between. */
async function readToEnd(body: Dispatcher.ResponseData['body']): Promise<boolean> {
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > LARGEST_BODY) break;
    }
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with data: its shape, its size, its values. */
const ABOUT_DATA = new Set([400, 413, 422]);
/** Time-out, misdirected, too early, upgrade: the request was not processed. */
const NOT_PROCESSED = new Set([408, 421, 425, 426]);

/**
 * The meaning of a status for a submission. Forms answer 302 and 303 to lead on to the next page.
 * 429 and 503 say that nothing was done, other 5xx leave it open. Other redirects, and 4xx about the
 * address, the key, the connection, or something in between, are not about the data.
 */
function outcomeOf(status: number, retryAfterMs: number): ChannelOutcome {
  const notReceived = (problem: ProblemName) =>
    ({ kind: 'not-received', problem, retryAfterMs }) as const;
  if ((status >= 200 && status < 300) || status === 302 || status === 303)
    return { kind: 'delivered' };
  if (status === 429) return notReceived('service-busy');
  if (status === 503 || NOT_PROCESSED.has(status)) return notReceived('service-unavailable');
  if (status === 404 || status === 410) return notReceived('form-not-found');
  // It never gets the API key.
  if (status === 401 || status === 403) return notReceived('hosted-form-refused');
  if (status === 409) return notReceived('already-submitted');
  if (status >= 500) return { kind: 'unknown' };
  return ABOUT_DATA.has(status) ? { kind: 'rejected' } : notReceived('service-refused-request');
}
