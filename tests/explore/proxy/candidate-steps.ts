import fc from 'fast-check';
import { PATHS } from 'precandidate-contract';
import { bootstrap, createCandidate, openTab, readStatus, submit, watch } from './candidates.ts';
import {
  changedSchema,
  dataFor,
  entered,
  enteredWords,
  formSchema,
  jsonNumber,
  SCHEMA_CHANGES,
} from './data.ts';
import { foundInFiles } from './databases.ts';
import type { ExploredProcess } from './processes.ts';
import { call } from './requests.ts';
import { confirm } from './service.ts';
import {
  AT,
  AT_TAB,
  openCandidate,
  runningProcess,
  someCandidate,
  somePage,
  stepKind,
  WHO,
  type AnyStepKind,
  type Page,
} from './step.ts';
import { violated, type Candidate, type World } from './world.ts';

const IS_MEANWHILE = { isMeanwhile: fc.boolean() };
const place = ({ tab, process }: Page) => `${tab.name}, at process ${process.name}`;

/** Candidates and their pages. */
export const CANDIDATE_STEPS: Readonly<Record<string, AnyStepKind>> = {
  open: stepKind({
    weight: 10,
    choices: fc.record({
      ...WHO,
      ...AT,
      isNew: fc.boolean(),
      schema: formSchema,
      setting: jsonNumber,
      session: fc.record({ html: fc.boolean(), hasPrefill: fc.boolean() }),
    }),
    find(world, choice) {
      const process = runningProcess(world, choice);
      const known = choice.isNew ? undefined : someCandidate(world, choice);
      return process && { process, known };
    },
    words: ({ schema, setting }, { known, process }) =>
      `${known?.name ?? `a new candidate (asked for ${Object.keys(schema.properties).join(', ')}; report setting ${setting})`} opens the form at process ${process.name}`,
    async run(world, { schema, setting, session }, { process, known }) {
      const candidate = known ?? (await createCandidate(world, process, { schema, setting }));
      const tab = candidate && (await openTab(world, process, candidate, session));
      if (tab) candidate.tabs.push(tab);
    },
  }),

  submit: stepKind({
    weight: 10,
    choices: fc.record({ ...AT_TAB, data: entered, ...IS_MEANWHILE }),
    find: somePage,
    words: ({ data }, page) => `${place(page)}: submits (${enteredWords(data)})`,
    run: (world, { data }, page) =>
      submit(
        world,
        page,
        dataFor(page.tab.schema, data, `${page.tab.candidate.marker} ${page.tab.name}`),
      ),
  }),

  repeat: stepKind({
    weight: 3,
    choices: fc.record({ ...AT_TAB, ...IS_MEANWHILE }),
    find(world, choice) {
      const page = somePage(world, choice);
      return page?.tab.sent === '' ? undefined : page;
    },
    words: (_, page) => `${place(page)}: repeats the last submission with its key`,
    run: (world, _, page) => submit(world, page, page.tab.sent, page.tab.key),
  }),

  reload: stepKind({
    weight: 4,
    choices: fc.record(AT_TAB),
    find: somePage,
    words: (_, page) => `${place(page)}: reloads the page and reads the status`,
    async run(world, _, { tab, process }) {
      await bootstrap(world, process, tab);
      await readStatus(world, process, tab);
    },
  }),

  crowd: stepKind({
    weight: 1,
    choices: fc.record({
      ...AT_TAB,
      count: fc.integer({ min: 5, max: 60 }),
      isMeanwhile: fc.constant(true),
    }),
    find: somePage,
    words: ({ count }, page) => `${place(page)}: ${count} pages open at once`,
    run: (world, { count }, { tab, process }) =>
      Promise.all(Array.from({ length: count }, () => bootstrap(world, process, tab))),
  }),

  watch: stepKind({
    weight: 4,
    choices: fc.record(AT_TAB),
    find: somePage,
    words: (_, page) => `${place(page)}: follows the status in a stream`,
    run: (world, _, { tab, process }) => (tab.isRevoked ? undefined : watch(world, process, tab)),
  }),

  revoke: stepKind({
    weight: 4,
    choices: fc.record({ ...WHO, ...AT }),
    find(world, choice) {
      const process = runningProcess(world, choice);
      const candidate = someCandidate(world, choice);
      return process && candidate && { process, candidate };
    },
    words: (_, { candidate, process }) =>
      `the back end revokes the sessions of ${candidate.name} at process ${process.name}`,
    run: (world, _, { process, candidate }) => revoke(world, process, candidate),
  }),

  erase: stepKind({
    weight: 2,
    choices: fc.record({ ...WHO, ...AT }),
    find(world, choice) {
      const process = runningProcess(world, choice);
      const candidate = someCandidate(world, choice);
      // What a suspended process has begun ends later.
      const isAwake = world.processes.every(({ state }) => state !== 'frozen');
      return isAwake && process && candidate ? { process, candidate } : undefined;
    },
    words: (_, { candidate, process }) =>
      `the back end revokes the sessions of ${candidate.name}, and erases them, at process ${process.name}`,
    async run(world, _, { process, candidate }) {
      await Promise.all(world.background.splice(0));
      await revoke(world, process, candidate);
      if (!candidate.tabs.every(({ isRevoked }) => isRevoked)) return;
      const path = `/persons/${candidate.form.person_id}`;
      const reply = await call(world, process, { method: 'DELETE', path, as: 'back end' });
      // When the response is lost, nobody knows.
      candidate.erasure = reply?.status === 200 ? 'erased' : 'reopened';
      const traces = candidate.erasure === 'erased' ? tracesOf(world, candidate) : [];
      if (traces.length > 0)
        violated(world, 'an erasure leaves nothing on the disk', {
          kind: process.channel ?? '',
          expected: `no file of the database contains anything of ${candidate.name}`,
          seen: traces.join(', '),
        });
    },
  }),

  phone: stepKind({
    weight: 1,
    choices: fc.record(WHO),
    find: openCandidate,
    words: (_, { name }) => `${name} gives the data by phone`,
    run: (_world, _, { form }) => confirm(form),
  }),

  schema: stepKind({
    weight: 4,
    choices: fc.record({ ...WHO, change: fc.constantFrom(...SCHEMA_CHANGES) }),
    find: openCandidate,
    words: ({ change }, { name }) => `the pipeline of ${name} ${change}`,
    run(_world, { change }, { form }) {
      form.schema = changedSchema(form.schema, change);
    },
  }),
};

/** What the files of the database still contain of a candidate. */
function tracesOf({ database }: World, { form, marker }: Candidate): string[] {
  return foundInFiles(database, [form.person_id, form.form_id, marker]);
}

async function revoke(world: World, process: ExploredProcess, { form, tabs: all }: Candidate) {
  const { person_id, form_id } = form;
  const tabs = [...all];
  const path = PATHS.revokeSessions;
  const body = JSON.stringify({ person_id, form_id });
  for (const tab of tabs) tab.isRevoked ||= undefined;
  const reply = await call(world, process, { path, as: 'back end', body });
  if (reply?.status === 204) for (const tab of tabs) tab.isRevoked = true;
}
