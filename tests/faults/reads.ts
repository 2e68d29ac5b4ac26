import { PATHS } from 'precandidate-contract';
import { ORIGIN, requestProxy } from '../stage/service.ts';
import {
  KINDS,
  askUntilOpen,
  assertAnswer,
  type FaultCase,
  type FaultGroup,
  type Kind,
} from './fault-kinds.ts';
import { openRoom, type Room } from './open-room.ts';

/** What reads from the service: the path that it asks there, and who asks the proxy. */
interface Read {
  name: string;
  path: string;
  ask(room: Room): Promise<() => Promise<Response>>;
}

const LIST = '^/v3/precandidate/[^/]+$';
const SCHEMA = '/schema/';

const READS: readonly Read[] = [
  browserRead('schema', SCHEMA, PATHS.schema),
  browserRead('status, first look', LIST, PATHS.status),
  browserRead('record, first look', LIST, (person_id) => PATHS.precandidate(person_id)),
  backendRead('record', LIST, PATHS.precandidate),
  backendRead('person status', '/status$', (id) => PATHS.personStatus('pe', id)),
  backendRead('reports', '/reports/', (id) => PATHS.reports('pe', id)),
  {
    name: 'bootstrap',
    path: SCHEMA,
    async ask(room) {
      const { token } = await room.candidate(await room.precandidate());
      const body = JSON.stringify({ session: token });
      const headers = { 'content-type': 'text/plain' };
      return () => requestProxy(room.proxy, PATHS.bootstrap, { origin: ORIGIN, headers, body });
    },
  },
  {
    name: 'session with known values',
    path: SCHEMA,
    async ask(room) {
      const { person_id, precandidate_id: form_id } = await room.precandidate();
      const prefill = { city_locode: 'PE LIM' };
      return () => room.backend(PATHS.sessions, { person_id, form_id, prefill });
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
    async ask(room) {
      const record = await room.precandidate();
      const { browse } = await room.candidate(record);
      return () => browse(pathOf(record.person_id, record.precandidate_id));
    },
  };
}

function backendRead(name: string, path: string, pathOf: (person_id: string) => string): Read {
  return {
    name,
    path,
    async ask(room) {
      const { person_id } = await room.precandidate();
      return () => room.backend(pathOf(person_id));
    },
  };
}

function readCase({ name, path, ask }: Read, { fault, read: expected }: Kind): FaultCase {
  return {
    name: `${name}: ${fault.kind}`,
    async run(room) {
      const asking = await ask(room);
      const match = { method: 'GET', path };
      await room.fault({ ...fault, match, times: 0 });
      await assertAnswer(await asking(), expected);
      await room.clearFaults();
      await assertAnswer(await askUntilOpen(asking), undefined);

      const another = await ask(room);
      await room.fault({ ...fault, match, times: 1 });
      await assertAnswer(await another(), expected);
      await assertAnswer(await askUntilOpen(another), undefined);
    },
  };
}

/** Every path that reads × every fault, for good and once: the problem, then the right answer. */
export const readGroups: FaultGroup[] = KINDS.flatMap((kind) => {
  const cases = READS.map((read) => readCase(read, kind));
  // Time-outs wait side by side, each in a room of its own, so that they do not open one breaker.
  const groups = kind.fault.kind === 'stall' ? cases.map((one) => [one]) : [cases];
  return groups.map((group) => ({
    name: `reading, ${kind.fault.kind}`,
    open: openRoom,
    cases: group,
  }));
});
