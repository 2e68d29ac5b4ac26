import fc from 'fast-check';
import { PATHS } from 'precandidate-contract';
import { jsonNumber } from './data.ts';
import { exact, exactMember } from './exact-json.ts';
import { call } from './requests.ts';
import { statusText } from './service.ts';
import { AT, WHO, candidateName, stepKind, type StepKind } from './step.ts';
import { processAt, violated, type ExploredPerson, type World } from './world.ts';

const isUp = (world: World, { at }: { at: number }) => processAt(world, at).state === 'up';
const CUSTOM_DATA = fc.oneof(
  jsonNumber,
  fc.constantFrom('null', '"a text"', '{"b":[1.10,{"a":0}],"a":""}'),
);
const FOLDERS = ['PENDING', 'INCOMPLETE', 'PASSED', 'FAILED', 'INFO', 'ERROR'] as const;

/** The portal's back end, and the service's webhooks to the proxy. */
export const BACK_END_STEPS: Readonly<Record<string, StepKind<unknown>>> = {
  person: stepKind({
    weight: 3,
    choices: fc.record({ ...AT, custom_data: CUSTOM_DATA }),
    words: (choice, processName) =>
      `the back end creates a person at ${processName(choice.at)} with custom_data ${choice.custom_data}`,
    isPossible: isUp,
    async run(world, { at, custom_data }) {
      const body = `{"document_id":"41234561","pipeline":{"name":"explored"},"custom_data":${custom_data}}`;
      const path = PATHS.persons('PE');
      const reply = await call(world, processAt(world, at), {
        method: 'POST',
        path,
        as: 'back end',
        body,
      });
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
      world.persons.push({ person_id, webhooks: [], mustBeFound: false });
    },
  }),

  folder: stepKind({
    weight: 5,
    choices: fc.record({
      person: fc.nat(2),
      ...AT,
      status: fc.constantFrom(...FOLDERS),
      webhooks: fc.nat(2),
    }),
    words: (choice, processName) =>
      `the service has person ${choice.person + 1} ${choice.status}, with ${choice.webhooks} webhooks to ${processName(choice.at)}`,
    isPossible: (world, { person }) => world.persons[person] !== undefined,
    async run(world, { person, at, status, webhooks }) {
      const known = world.persons[person];
      const record = world.service.persons.get(known?.person_id ?? '');
      if (known === undefined || record === undefined) return;
      const before = record.status;
      record.status = status;
      record.updated_at += 1_000;
      // A poll takes PENDING and INCOMPLETE for “not yet”; a change of a completed one may need a webhook.
      const isOpen = before === 'PENDING' || before === 'INCOMPLETE';
      const isFinal = status !== 'PENDING' && status !== 'INCOMPLETE';
      known.mustBeFound = isFinal && (before === status ? known.mustBeFound : isOpen);
      if (webhooks > 0) await sendWebhooks(world, { known, at, webhooks });
    },
  }),

  stranger: stepKind({
    weight: 1,
    choices: fc.record({ ...AT, custom_data: CUSTOM_DATA }),
    words: (choice, processName) =>
      `a webhook about an unknown person arrives at ${processName(choice.at)} with custom_data ${choice.custom_data}`,
    isPossible: isUp,
    async run(world, { at, custom_data }) {
      const person_id = crypto.randomUUID();
      const known: ExploredPerson = { person_id, webhooks: [], mustBeFound: false };
      world.service.persons.set(person_id, {
        person_id,
        country_code: 'PE',
        creation: `{"custom_data":${custom_data}}`,
        status: 'PASSED',
        updated_at: 1_000,
      });
      world.persons.push(known);
      await sendWebhooks(world, { known, at, webhooks: 1 });
    },
  }),

  scrape: stepKind({
    weight: 1,
    choices: fc.record({
      ...AT,
      path: fc.constantFrom('/metrics', '/metrics/', '/nothing', '/'),
      method: fc.constantFrom('GET', 'POST'),
    }),
    words: ({ at, path, method }, processName) =>
      `a monitor sends ${method} ${path} to the metrics port of ${processName(at)}`,
    isPossible: isUp,
    run: (world, { at, ...request }) =>
      call(world, processAt(world, at), { ...request, as: 'operator' }),
  }),

  operate: stepKind({
    weight: 2,
    choices: fc.record({ ...AT, ...WHO }),
    words: (choice, processName) =>
      `an operator lists everything at ${processName(choice.at)} and retries ${candidateName(choice.who)}`,
    isPossible: isUp,
    async run(world, { at, who }) {
      const process = processAt(world, at);
      const as = 'back end' as const;
      await call(world, process, { path: '/submissions', as });
      const listed = await call(world, process, { path: PATHS.deliveries, as });
      const [last] = (listed?.json['deliveries'] ?? []) as { id: string }[];
      if (last) await call(world, process, { method: 'POST', path: PATHS.replay(last.id), as });
      const form = world.candidates[who]?.form;
      if (!form) return;
      const path = `/submissions/${form.person_id}/${form.form_id}/retry`;
      await call(world, process, { method: 'POST', path, as });
    },
  }),
};

/** The same webhook once or twice, as a service that repeats it. */
async function sendWebhooks(
  world: World,
  { known, at, webhooks }: { known: ExploredPerson; at: number; webhooks: number },
): Promise<void> {
  const record = world.service.persons.get(known.person_id);
  const process = processAt(world, at);
  if (record === undefined || process.state !== 'up') return;
  const request_id = crypto.randomUUID();
  const body = statusText(record, `"webhook_request_id":"${request_id}","timestamp":"1790000000",`);
  const path = PATHS.personCompleted;
  for (let sent = 0; sent < webhooks; sent++) {
    const reply = await call(world, process, { method: 'POST', path, as: 'service', body });
    if (reply?.status !== 200) continue;
    const custom_data = exactMember(body, 'custom_data');
    known.webhooks.push({ status: record.status, custom_data, request_id });
  }
}
