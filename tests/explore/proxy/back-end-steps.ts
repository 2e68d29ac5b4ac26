import fc from 'fast-check';
import { PATHS } from 'precandidate-contract';
import { jsonNumber } from './data.ts';
import { exact, exactMember } from './exact-json.ts';
import { call } from './requests.ts';
import type { ExploredProcess } from './processes.ts';
import { statusText } from './service.ts';
import {
  AT,
  runningProcess,
  someCandidate,
  somePerson,
  stepKind,
  WHO,
  type AnyStepKind,
} from './step.ts';
import { violated, type ExploredPerson, type World } from './world.ts';

const CUSTOM_DATA = fc.oneof(
  jsonNumber,
  fc.constantFrom('null', '"a text"', '{"b":[1.10,{"a":0}],"a":""}'),
);
const FOLDERS = ['PENDING', 'INCOMPLETE', 'PASSED', 'FAILED', 'INFO', 'ERROR'] as const;
const isFinal = (status: string) => status !== 'PENDING' && status !== 'INCOMPLETE';

/** The portal's back end, and the service's webhooks to the proxy. */
export const BACK_END_STEPS: Readonly<Record<string, AnyStepKind>> = {
  person: stepKind({
    weight: 3,
    choices: fc.record({ ...AT, custom_data: CUSTOM_DATA }),
    find: runningProcess,
    words: ({ custom_data }, { name }) =>
      `the back end creates a person at process ${name} with custom_data ${custom_data}`,
    async run(world, { custom_data }, process) {
      const body = `{"document_id":"41234561","pipeline":{"name":"explored"},"custom_data":${custom_data}}`;
      const path = PATHS.persons('PE');
      const as = 'back end' as const;
      const reply = await call(world, process, { path, as, body });
      if (reply === undefined || reply.status >= 300) return;
      const person_id = reply.text.replaceAll('"', '');
      const created = world.service.persons.get(person_id);
      if (created === undefined) return;
      if (exactMember(created.creation, 'custom_data') !== exact(custom_data))
        violated(world, 'relayed data keeps every digit', {
          kind: 'person',
          expected: `the service gets custom_data ${custom_data}`,
          seen: created.creation,
        });
      // The explorer sends the webhooks.
      created.creation = body;
      newPerson(world, person_id, { isPolled: true });
    },
  }),

  folder: stepKind({
    weight: 6,
    choices: fc.record({
      person: fc.constantFrom(0, 0, 1),
      ...AT,
      status: fc.constantFrom(...FOLDERS),
      webhooks: fc.constantFrom(0, 0, 1, 2),
    }),
    find(world, choice) {
      const person = somePerson(world, choice);
      const process = runningProcess(world, choice);
      return person && process && { person, process };
    },
    words: ({ status, webhooks }, { person, process }) =>
      `the service has ${person.name} ${status}, with ${webhooks} webhooks to process ${process.name}`,
    async run(world, { status, webhooks }, { person, process }) {
      const record = world.service.persons.get(person.person_id);
      if (record === undefined) return;
      const before = record.status;
      record.status = status;
      record.updated_at += 1_000;
      const isFound = before === status ? person.mustBeFound : person.isPolled;
      person.mustBeFound = isFinal(status) && isFound;
      if (isFinal(status)) person.isPolled = false;
      if (webhooks === 0) return;
      const body = webhookOf(world, person);
      for (let sent = 0; sent < webhooks; sent++)
        await sendWebhook(world, { person, process }, body);
    },
  }),

  webhook: stepKind({
    weight: 2,
    choices: fc.record({ person: fc.constantFrom(0, 0, 1), ...AT, which: fc.nat(3) }),
    find(world, choice) {
      const person = somePerson(world, choice);
      const process = runningProcess(world, choice);
      const body = person?.sent[choice.which % person.sent.length];
      return person && process && body !== undefined ? { person, process, body } : undefined;
    },
    words: (_, { person, process }) =>
      `the service repeats an earlier webhook about ${person.name} to process ${process.name}`,
    run: (world, _, { body, ...to }) => sendWebhook(world, to, body),
  }),

  stranger: stepKind({
    weight: 1,
    choices: fc.record({ ...AT, custom_data: CUSTOM_DATA }),
    find: runningProcess,
    words: ({ custom_data }, { name }) =>
      `a webhook about an unknown person arrives at process ${name} with custom_data ${custom_data}`,
    async run(world, { custom_data }, process) {
      const person = newStranger(world, crypto.randomUUID(), custom_data);
      await sendWebhook(world, { person, process }, webhookOf(world, person));
    },
  }),

  late: stepKind({
    weight: 2,
    choices: fc.record({ ...AT, ...WHO, isCreated: fc.boolean() }),
    find(world, choice) {
      const candidate = someCandidate(world, choice);
      const process = runningProcess(world, choice);
      // A wrong clock ends a shorter time in which the proxy recognizes them.
      const isRecognized = candidate?.erasure === 'erased' && world.settings.keepDays === 30;
      if (!isRecognized || !process) return undefined;
      return { candidate, process };
    },
    words: ({ isCreated }, { candidate, process }) =>
      `a webhook about ${candidate.name}, who was erased, arrives at process ${process.name}${isCreated ? ' with the id of the person whom the channel created' : ''}`,
    async run(world, { isCreated }, { candidate, process }) {
      const { person_id, form_id: precandidate_id } = candidate.form;
      const custom_data = isCreated ? JSON.stringify({ person_id, precandidate_id }) : 'null';
      const id = isCreated ? crypto.randomUUID() : person_id;
      candidate.otherIds.push(id);
      const person = newStranger(world, id, custom_data);
      await sendWebhook(world, { person, process }, webhookOf(world, person));
    },
  }),

  scrape: stepKind({
    weight: 1,
    choices: fc.record({
      ...AT,
      path: fc.constantFrom('/metrics', '/metrics/', '/nothing', '/'),
      method: fc.constantFrom('GET', 'POST'),
    }),
    find: runningProcess,
    words: ({ path, method }, { name }) =>
      `a monitor sends ${method} ${path} to the metrics port of process ${name}`,
    run: (world, { path, method }, process) =>
      call(world, process, { path, method, as: 'operator' }),
  }),

  operate: stepKind({
    weight: 2,
    choices: fc.record({ ...AT, ...WHO }),
    find: runningProcess,
    words: (_, { name }) =>
      `an operator lists everything at process ${name}, replays an event, and retries a submission`,
    async run(world, choice, process) {
      const as = 'back end' as const;
      await call(world, process, { path: '/submissions', as });
      const listed = await call(world, process, { path: PATHS.deliveries, as });
      const [last] = (listed?.json['deliveries'] ?? []) as { id: string }[];
      if (last) await call(world, process, { method: 'POST', path: PATHS.replay(last.id), as });
      const form = someCandidate(world, choice)?.form;
      if (!form) return;
      const path = `/submissions/${form.person_id}/${form.form_id}/retry`;
      await call(world, process, { method: 'POST', path, as });
    },
  }),
};

/** A person whom the proxy does not know. */
function newStranger(world: World, person_id: string, custom_data: string): ExploredPerson {
  const creation = `{"custom_data":${custom_data}}`;
  const status = { status: 'PASSED', updated_at: 1_000 };
  world.service.persons.set(person_id, { person_id, country_code: 'PE', creation, ...status });
  return newPerson(world, person_id, { isPolled: false });
}

function newPerson(
  world: World,
  person_id: string,
  { isPolled }: Pick<ExploredPerson, 'isPolled'>,
): ExploredPerson {
  const name = `person ${world.persons.length + 1}`;
  const person = { name, person_id, isPolled, sent: [], accepted: [], mustBeFound: false };
  world.persons.push(person);
  return person;
}

/** A new webhook about where the person stands. */
function webhookOf(world: World, { person_id, sent }: ExploredPerson): string {
  const record = world.service.persons.get(person_id);
  if (record === undefined) return '';
  const request_id = crypto.randomUUID();
  const members = `"webhook_request_id":"${request_id}","timestamp":"1790000000",`;
  const body = statusText(record, members);
  sent.push(body);
  return body;
}

async function sendWebhook(
  world: World,
  { person, process }: { person: ExploredPerson; process: ExploredProcess },
  body: string,
): Promise<void> {
  const path = PATHS.personCompleted;
  const reply = await call(world, process, { path, as: 'service', body });
  const { status } = JSON.parse(body) as { status: string };
  if (reply?.status === 200) person.accepted.push(status);
}
