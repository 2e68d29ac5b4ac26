import { turnsNow } from '../shared/turns.ts';
import type { ExploredProcess } from './processes.ts';
import { NAT_ADDRESS, ORIGIN, SECRETS } from './settings.ts';
import {
  causeOf,
  isTooOld,
  slowestPace,
  violated,
  type Candidate,
  type Excuse,
  type Tab,
  type World,
} from './world.ts';

export interface ProxyRequest {
  /** Default: POST with a body, else GET. */
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Who asks: the portal's back end, the service, or a candidate's page. */
  as: 'back end' | 'service' | 'page' | 'operator';
  /** Whom it is about; of a page: the tab's. */
  candidate?: Candidate;
  tab?: Tab;
  /** JSON as text. */
  body?: string;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  text: string;
  json: Record<string, unknown>;
  problem: string | undefined;
}

/** Nothing may take longer on a quiet machine, as long as the service responds at once. */
const LONGEST_MS = 3_000;
/** A proxy ends every request itself, much earlier. */
const GIVE_UP_MS = 3 * 60_000;
/** From this pace on, deadlines of the proxy pass while it works. */
const BUSY = 3;
const isBusy = (world: World) => slowestPace(world).clock > BUSY;
/** Statuses that blame the proxy or the service. */
const isTrouble = (status: number) => status >= 500 || status === 429 || status === 408;

/** The response, or `undefined` without one. Checks what holds for every response. */
export async function call(
  world: World,
  process: ExploredProcess,
  request: ProxyRequest,
): Promise<Reply | undefined> {
  if (process.state === 'down') return undefined;
  const { tab, candidate = tab?.candidate } = request;
  const wasRevoked = tab?.isRevoked === true;
  const began = turnsNow();
  const reply = await fetched(process, request);
  const tookMs = turnsNow() - began;
  const what = `${methodOf(request)} ${maskIds(request.path)} at ${process.name}`;
  const isExcused = excuseFor(world, process, candidate);
  if (reply === undefined) {
    if (!isExcused && (request.body?.length ?? 0) < 500_000)
      violated(world, 'every request is answered', {
        expected: `a response to ${what}`,
        seen: 'the connection ended',
      });
    return undefined;
  }
  if (reply.status >= 400) world.lastError = `${what}: ${reply.status} ${reply.text}`;
  checkCatalog(world, request, reply, what);
  if (request.as !== 'service') checkPrivacy(world, candidate, reply, what);
  if (tab) checkSession(world, tab, reply, { what, wasRevoked });
  if (isExcused) return reply;
  if (isTrouble(reply.status) && request.path !== '/readyz') {
    if (reply.problem === 'service-unavailable' && isBusy(world)) return reply;
    violated(world, 'no request fails without a reason', {
      kind: `${maskIds(request.path)}: ${reply.problem} ${causeOf(world)}`.trim(),
      expected: `${what} succeeds: neither the service, the database, nor this process has failed`,
      seen: `${reply.status} ${reply.text}`,
    });
  } else if (tookMs > LONGEST_MS && !isBusy(world) && tookMs > LONGEST_MS * world.pace.clock)
    violated(world, 'no request is slow without a reason', {
      kind: `${maskIds(request.path)} ${causeOf(world)}`.trim(),
      expected: `${what} takes at most ${LONGEST_MS} ms`,
      seen: `${Math.round(tookMs)} ms, on a machine ${world.pace.clock.toFixed(1)} times slower`,
    });
  return reply;
}

let port = 1_024;
const nextPort = (): number => (port = port < 65_535 ? port + 1 : 1_024);

const methodOf = ({ method, body }: ProxyRequest) =>
  method ?? (body === undefined ? 'GET' : 'POST');

async function fetched(
  { url, metricsUrl }: ExploredProcess,
  request: ProxyRequest,
): Promise<(Reply & { headers: Headers }) | undefined> {
  const { path, as, tab, body, headers } = request;
  try {
    const response = await fetch((as === 'operator' ? metricsUrl : url) + path, {
      method: methodOf(request),
      headers: {
        ...(as === 'back end' && { authorization: `Bearer ${SECRETS.backEnd[0]}` }),
        ...(as === 'service' && { 'x-webhook-secret': SECRETS.webhook[0] }),
        ...(as === 'page' && { origin: ORIGIN, 'x-forwarded-for': `${NAT_ADDRESS}:${nextPort()}` }),
        ...(as === 'page' && tab && { authorization: `Bearer ${tab.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const json = Object(isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
    const type = String(json['type'] ?? '');
    const problem = response.ok ? undefined : type.slice(type.lastIndexOf(':') + 1);
    return { status: response.status, text, json, problem, headers: response.headers };
  } catch {
    return undefined;
  }
}

const FAILURES: readonly Excuse[] = [
  'the service failed',
  'the service was slow',
  'the database failed',
];

/** Whether a request to `process` for `candidate` may fail. */
function excuseFor(world: World, process: ExploredProcess, candidate?: Candidate): boolean {
  const hasFailed = FAILURES.some((excuse) => world.excuses.has(excuse));
  const mayFail = process.state !== 'up' || isTooOld(world, process);
  return hasFailed || mayFail || candidate?.isBroken === true;
}

function checkCatalog(
  world: World,
  { as, path }: ProxyRequest,
  { status, text, json, problem = '', headers }: Reply & { headers?: Headers },
  what: string,
): void {
  if (status < 400) return;
  const kind = Object.hasOwn(world.problems, problem) ? world.problems[problem] : undefined;
  const type = headers?.get('content-type') ?? '';
  const isProblem = type.startsWith('application/problem+json') && kind?.status === status;
  if (!isProblem || json['title'] !== kind?.title)
    violated(world, 'every error is in the problem catalog', {
      kind: `${maskIds(path)}: ${status}`,
      expected: `${what} answers a problem of the catalog`,
      seen: `${status} ${type} ${text}`,
    });
  if (as === 'page' && !headers?.has('access-control-allow-origin'))
    violated(world, 'a page can read every error', {
      expected: `${what} answers with CORS headers`,
      seen: `${status} without access-control-allow-origin: ${text}`,
    });
}

/** Nothing that other candidates entered. */
function checkPrivacy(
  world: World,
  candidate: Candidate | undefined,
  { text }: Reply,
  what: string,
): void {
  const shown = world.candidates.find((one) => one !== candidate && text.includes(one.marker));
  if (shown)
    violated(world, 'no response shows another candidate’s data', {
      expected: `${what} without the data of ${shown.name}`,
      seen: text,
    });
}

function checkSession(
  world: World,
  { isRevoked }: Tab,
  { status, text, problem }: Reply,
  { what, wasRevoked }: { what: string; wasRevoked: boolean },
): void {
  // Another error shows nothing either.
  if (wasRevoked && status < 400)
    violated(world, 'a revoked session stays revoked', {
      expected: `${what} with a revoked session is refused`,
      seen: `${status} ${text.slice(0, 200)}`,
    });
  if (status !== 401 || isRevoked !== false) return;
  // It lives for 15 minutes.
  if (problem === 'session-expired' && world.excuses.has('a clock stepped far')) return;
  violated(world, 'a session lives until it ends', {
    expected: `${what} accepts the session`,
    seen: `${status} ${text}`,
  });
}

const maskIds = (path: string): string => path.replaceAll(/[0-9a-f-]{36}/g, '…');
