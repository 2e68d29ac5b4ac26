import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS } from 'precandidate-contract';
import { startSandbox } from 'precandidate-sandbox';
import { startProxyCommand, type ProxyCommand } from 'precandidate-testing/proxy-process.ts';
import {
  newPrecandidate,
  newSession,
  proxySettings,
  requestProxy,
} from 'precandidate-testing/service.ts';

/** Rate limits would hide other faults. */
const UNLIMITED = '1000000';

/** The proxy in its own process, with a database file, in front of a sandbox in this process. */
export async function startTarget(): Promise<ProxyCommand> {
  const sandbox = await startSandbox({ report_delay_ms: 3_600_000 });
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-fuzz-'));
  const env = {
    ...proxySettings(sandbox),
    DATA_DIR: folder,
    RATE_LIMIT: UNLIMITED,
    UPSTREAM_RPS: '10000',
    // Polls would count as requests that the fuzzer caused.
    POLL_MIN_SECONDS: '3600',
    POLL_MAX_SECONDS: '86400',
    RECONCILE_SECONDS: '0',
    LOG_LEVEL: 'warn',
  };
  const proxy = startProxyCommand(env, [], { canCollect: true });
  await proxy.ready;
  return {
    ...proxy,
    async stop() {
      const code = await proxy.stop();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** A candidate with an open form, and the credentials for requests. */
export interface KnownCandidate {
  person_id: string;
  form_id: string;
  token: string;
}

/** Identifiers that exist by now. */
export interface KnownThings {
  candidates: readonly KnownCandidate[];
  deliveries: readonly string[];
}

const CANDIDATES = 6;

/** Creates new ones: earlier requests may have submitted, revoked, or replayed the others. */
export async function makeKnownThings(url: string): Promise<KnownThings> {
  const candidates: KnownCandidate[] = [];
  for (let made = 0; made < CANDIDATES; made += 1) {
    const record = await newPrecandidate(url);
    const { person_id, precandidate_id: form_id } = record;
    const prefill = { document_id: '12345678', city_locode: 'PE LIM' };
    const ui_schema = { document_id: { 'ui:title': 'DNI' } };
    const token = await newSession(url, record, made % 2 === 0 ? {} : { prefill, ui_schema });
    candidates.push({ person_id, form_id, token });
  }
  const answer = await requestProxy(url, `${PATHS.deliveries}?limit=5`);
  const { deliveries } = (await answer.json()) as { deliveries: { id: string }[] };
  return { candidates, deliveries: ['evt_none', ...deliveries.map(({ id }) => id)] };
}

/** A path and a method of the proxy, from its `/openapi.json`. */
export interface Operation {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  query: string[];
  headers: string[];
  /** Accepted credentials; empty: none needed. */
  opened_by: ('backend' | 'session' | 'webhook')[];
  /** JSON Schema of the body; absent: not described. */
  body?: BodySchema;
  media_type: string;
  /** Whether `/openapi.json` has it. */
  isDescribed: boolean;
  /** Statuses that `/openapi.json` declares. */
  statuses: ReadonlySet<number>;
}

/** The part of JSON Schema that our bodies use. */
export interface BodySchema {
  type?: string;
  properties?: Record<string, BodySchema>;
  required?: string[];
  anyOf?: BodySchema[];
  enum?: unknown[];
  minimum?: number;
}

interface Described {
  parameters?: { in: string; name: string }[];
  security?: Record<string, unknown>[];
  responses?: Record<string, unknown>;
  requestBody?: { content?: Record<string, { schema?: BodySchema }> };
}

/** Further paths, without a description. */
const UNDESCRIBED = ['/openapi.json', '/widget.js', '/widget/{id}/{id}', '/{id}', '/'];

/** Every operation of the proxy at `url`. */
export async function readOperations(url: string): Promise<Operation[]> {
  const answer = await fetch(`${url}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...operationOf(method.toUpperCase(), path, one),
      isDescribed: true,
    })),
  );
  return [...described, ...UNDESCRIBED.map((path) => operationOf('GET', path, {}))];
}

function operationOf(method: string, path: string, one: Described): Operation {
  const { parameters = [], security = [], requestBody } = one;
  const named = (place: string) => parameters.filter((each) => each.in === place);
  const [content] = Object.entries(requestBody?.content ?? {});
  const [media_type = 'application/json', { schema: body } = {}] = content ?? [];
  return {
    method,
    path,
    query: named('query').map(({ name }) => name),
    headers: named('header').map(({ name }) => name),
    opened_by: security.flatMap((way) => Object.keys(way)) as Operation['opened_by'],
    ...(body && { body }),
    media_type,
    isDescribed: false,
    statuses: new Set(Object.keys(one.responses ?? {}).map(Number)),
  };
}
