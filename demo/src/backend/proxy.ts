import {
  PATHS,
  problem,
  type FolderStatus,
  type PersonCreation,
  type Precandidate,
  type PrecandidateCreation,
  type Problem,
  type RelayEvent,
  type ReportStatus,
  type Session,
  type SessionRequest,
  type Snapshot,
} from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';

/** The proxy's origin, and one of its `BACKEND_KEYS`. */
export interface ProxyAccess {
  proxyUrl: string;
  backendKey: string;
}

/** The proxy rejected a request or cannot be reached. You can show `problem.title` to users. */
export class ProxyError extends Error {
  readonly problem: Problem;

  constructor(details: Problem) {
    super(details.title);
    this.problem = details;
  }
}

/**
 * Step 1. HR chose a pipeline for a candidate: tell the service that data is missing.
 *
 * Store `person_id`, `precandidate_id`, `form_url`, and `country_code` of the response: every later
 * call needs one of them.
 */
export async function createPrecandidate(
  proxy: ProxyAccess,
  creation: PrecandidateCreation,
): Promise<Precandidate> {
  return (await callProxy(proxy, 'POST', PATHS.precandidates, creation)) as Precandidate;
}

/**
 * Step 2. The candidate opens your page: create a session for this one form.
 *
 * The page gets the token, or `html`, the element with its prerendered fields. Your key and the
 * service's key stay on the server.
 */
export async function createSession(proxy: ProxyAccess, request: SessionRequest): Promise<Session> {
  return (await callProxy(proxy, 'POST', PATHS.sessions, request)) as Session;
}

/**
 * Step 3. The proxy relays an event: verify its signature before you use it.
 *
 * `body` must be the bytes that arrived: JSON that was parsed and written again has another
 * signature. Throws when the signature is invalid or older than five minutes.
 */
export function receiveEvent(
  relaySecret: string,
  body: Buffer,
  headers: Record<string, string>,
): RelayEvent {
  return new Webhook(relaySecret).verify(body, headers) as RelayEvent;
}

/**
 * Without missing data there is no form: start the reports at once. Returns the `person_id`.
 *
 * The proxy adds `webhook_url` and its secret, so that you receive `person.completed`. The response
 * is not documented; both an object and a bare string occur.
 */
export async function createPerson(
  proxy: ProxyAccess,
  countryCode: string,
  creation: PersonCreation,
): Promise<string> {
  const response = await callProxy(proxy, 'POST', PATHS.persons(countryCode), creation);
  if (typeof response === 'string') return response;
  const { id, person_id } = response as { id?: string; person_id?: string };
  const personId = person_id ?? id;
  if (personId === undefined) throw new Error('The response contains no person id');
  return personId;
}

/** Reads the precandidates of a person. Needed only to catch up: relayed events bring the changes. */
export async function readPrecandidates(
  proxy: ProxyAccess,
  personId: string,
): Promise<Precandidate[]> {
  return (await callProxy(proxy, 'GET', PATHS.precandidate(personId))) as Precandidate[];
}

/** The results of a person's checks. */
export interface Folder {
  /** `null` when the service sent none. */
  status: FolderStatus | null;
  /** By report name. */
  reports: Record<string, ReportStatus>;
}

/** Reads the folder status and the reports of a person. */
export async function readFolder(
  proxy: ProxyAccess,
  countryCode: string,
  personId: string,
): Promise<Folder> {
  const [person, reports] = await Promise.all([
    callProxy(proxy, 'GET', PATHS.personStatus(countryCode, personId)),
    callProxy(proxy, 'GET', PATHS.reports(countryCode, personId)),
  ]);
  return {
    status: (person as { status?: string } | null)?.status ?? null,
    reports: reportsIn(reports),
  };
}

/** The reports response is not documented: a map of reports, or an object with one in `reports`. */
function reportsIn(response: unknown): Record<string, ReportStatus> {
  const map = (response as { reports?: unknown } | null)?.reports ?? response;
  if (typeof map !== 'object' || map === null) return {};
  return Object.fromEntries(
    Object.entries(map).filter(([, report]) => typeof report?.state === 'string'),
  );
}

/** Reads the proxy's own state of a form, which says whether the data came through our page. */
export async function readSnapshot(
  proxy: ProxyAccess,
  person_id: string,
  form_id: string,
): Promise<Snapshot> {
  const { token } = await createSession(proxy, {
    person_id,
    form_id,
    ttl_seconds: 60,
    html: false,
  });
  const session = { ...proxy, backendKey: token };
  return (await callProxy(session, 'GET', PATHS.status(person_id, form_id))) as Snapshot;
}

/** Sends one request and returns the JSON of the response. Throws a {@link ProxyError}. */
async function callProxy(
  { proxyUrl, backendKey }: ProxyAccess,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${backendKey}`, accept: 'application/json' };
  const request =
    body === undefined
      ? { method, headers }
      : {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const response = await fetch(proxyUrl + path, request).catch(() => {
    throw new ProxyError(problem('proxy-unreachable'));
  });
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ProxyError((json as Problem | undefined) ?? problem('internal'));
  return json;
}
