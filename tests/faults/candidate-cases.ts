import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS, type RelayEvent, type Session } from 'precandidate-contract';
import { ORIGIN, requestProxy, untilPrerendered } from '../stage/service.ts';
import {
  KINDS,
  askUntilOpen,
  assertAnswer,
  type FaultCase,
  type FaultGroup,
  type Kind,
} from './fault-cases.ts';
import { openStage, type Candidate, type FaultStage } from './fault-stage.ts';

/** A read: the path at the service, and the request to the proxy that causes it. */
interface Read {
  name: string;
  path: string;
  /** Requests to the service that a first read causes; default 1. */
  requests?: number;
  ask(stage: FaultStage): Promise<() => Promise<Response>>;
}

const LIST = '^/v3/precandidate/[^/]+$';
const SCHEMA = '/schema/';

const READS: readonly Read[] = [
  browserRead('schema', SCHEMA, PATHS.schema),
  firstRead('status of a new session', PATHS.status),
  firstRead('record of a new session', (person_id) => PATHS.precandidate(person_id)),
  backendRead('record', LIST, PATHS.precandidate),
  backendRead('person status', '/status$', (id) => PATHS.personStatus('pe', id)),
  backendRead('reports', '/reports/', (id) => PATHS.reports('pe', id)),
  {
    name: 'bootstrap',
    path: SCHEMA,
    async ask(stage) {
      const { token } = await stage.candidate(await stage.precandidate());
      const body = JSON.stringify({ session: token });
      const headers = { 'content-type': 'text/plain' };
      return () => requestProxy(stage.proxy, PATHS.bootstrap, { origin: ORIGIN, headers, body });
    },
  },
];

function browserRead(
  name: string,
  path: string,
  pathOf: (person_id: string, form_id: string) => string,
): Read {
  return {
    name,
    path,
    async ask(stage) {
      const record = await stage.precandidate();
      const { browse } = await stage.candidate(record);
      return () => browse(pathOf(record.person_id, record.precandidate_id));
    },
  };
}

/** The session, too, is requested during the fault: creating it reads the record. */
function firstRead(name: string, pathOf: (person_id: string, form_id: string) => string): Read {
  return {
    name,
    path: LIST,
    requests: 2,
    async ask(stage) {
      const record = await stage.precandidate();
      let candidate: Candidate | undefined;
      return async () => {
        candidate ??= await stage.candidate(record);
        return candidate.browse(pathOf(record.person_id, record.precandidate_id));
      };
    },
  };
}

function backendRead(name: string, path: string, pathOf: (person_id: string) => string): Read {
  return {
    name,
    path,
    async ask(stage) {
      const { person_id } = await stage.precandidate();
      return () => stage.backend(pathOf(person_id));
    },
  };
}

function readCase(
  { name, path, ask, requests = 1 }: Read,
  { fault, read: expected }: Kind,
): FaultCase {
  return {
    name: `${name}: ${fault.kind}`,
    async run(stage) {
      const asking = await ask(stage);
      const match = { method: 'GET', path };
      await stage.fault({ ...fault, match, times: 0 });
      await assertAnswer(await asking(), expected);
      await stage.clearFaults();
      await assertAnswer(await askUntilOpen(asking), undefined);

      const another = await ask(stage);
      // A read whose connection was closed is repeated once.
      const times = fault.kind === 'reset' ? 2 * requests : requests;
      await stage.fault({ ...fault, match, times });
      await assertAnswer(await another(), expected);
      await assertAnswer(await askUntilOpen(another), undefined);
    },
  };
}

/** Every read × every fault, permanent and once: first the problem, then the right response. */
export const readGroups: FaultGroup[] = KINDS.flatMap((kind) => {
  const cases = READS.map((read) => readCase(read, kind));
  // Timeouts run in parallel, each with its own proxy, so that they do not open one circuit breaker.
  const groups = kind.fault.kind === 'stall' ? cases.map((one) => [one]) : [cases];
  return groups.map((group) => ({
    name: `reading, ${kind.fault.kind}`,
    open: openStage,
    cases: group,
  }));
});

function sessionCase({ fault }: Kind): FaultCase {
  return {
    name: `mints a session with known values, without html, while the schema is unavailable: ${fault.kind}`,
    async run(stage) {
      const { person_id, precandidate_id: form_id } = await stage.precandidate();
      const mint = async () => {
        const prefill = { city_locode: 'PE LIM' };
        const answer = await stage.backend(PATHS.sessions, { person_id, form_id, prefill });
        assert.equal(answer.status, 201);
        return (await answer.json()) as Session;
      };
      await stage.fault({ ...fault, match: { method: 'GET', path: '/schema/' }, times: 0 });
      const { token, html } = await mint();
      assert.ok(token);
      if (fault.kind !== 'delay') assert.equal(html, undefined);
      await stage.clearFaults();
      // The circuit breaker stays open for a moment.
      const session = await untilPrerendered(mint, (minted) => minted.html !== undefined);
      assert.match(session.html ?? '', /name="f\.document__id"/);
    },
  };
}

export const prerenderedGroups: FaultGroup[] = KINDS.map((kind) => ({
  name: `prerendered form, ${kind.fault.kind}`,
  open: (t: Parameters<typeof openStage>[0]): Promise<FaultStage> => openStage(t),
  cases: [sessionCase(kind)],
}));

const ROUTE = 'GET /v3/precandidate/:person_id';

function pollCase({ fault }: Kind, lasts: boolean): FaultCase {
  return {
    name: `poll of a person: ${fault.kind}, ${lasts ? 'twice' : 'once'}`,
    async run(stage) {
      const record = await stage.precandidate();
      const ana = await stage.candidate(record);
      // The status is known before the fault: this tests the polls after that.
      await ana.snapshot(({ state }) => state === 'open');
      const match = { method: 'GET', path: `^/v3/precandidate/${record.person_id}$` };
      await stage.fault({ ...fault, match, times: lasts ? 0 : 1 });
      await stage.control(`/calls/${record.precandidate_id}`, {});
      if (lasts) {
        const before = await stage.requestCount(ROUTE);
        while ((await stage.requestCount(ROUTE)) < before + 2) await pause(100);
        await stage.clearFaults();
      }
      const { by } = await ana.snapshot(({ state }) => state === 'submitted');
      assert.equal(by, 'elsewhere');
      const isSubmitted = (event: RelayEvent) =>
        event.type === 'precandidate.submitted' &&
        event.data.precandidate_id === record.precandidate_id;
      await stage.receiver.accepted(isSubmitted);
      assert.equal(stage.receiver.attempts.filter(({ event }) => isSubmitted(event)).length, 1);
    },
  };
}

/** The poll × every fault: browsers receive the status in the end, and the back end one event. */
export const pollGroups: FaultGroup[] = KINDS.map((kind) => ({
  name: `polling, ${kind.fault.kind}`,
  open: (t) => openStage(t, { env: { POLL_MIN_SECONDS: '1', POLL_MAX_SECONDS: '1' } }),
  // A late right response is not polled again.
  cases: [pollCase(kind, false), ...(kind.read === undefined ? [] : [pollCase(kind, true)])],
}));
