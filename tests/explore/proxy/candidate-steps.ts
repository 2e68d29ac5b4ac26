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
import { call } from './requests.ts';
import { confirm } from './service.ts';
import {
  AT,
  AT_TAB,
  WHO,
  candidateName,
  found,
  stepKind,
  waitOrNot,
  type AtTab,
  type ProcessName,
  type StepKind,
} from './step.ts';
import { processAt, type World } from './world.ts';

const IS_MEANWHILE = { isMeanwhile: fc.boolean() };

const place = ({ who, tab, at }: AtTab, processName: ProcessName): string =>
  `${candidateName(who)}, tab ${tab + 1}, at ${processName(at)}`;
const hasTab = (world: World, choice: AtTab): boolean => found(world, choice) !== undefined;
const meanwhile = (is: boolean): string =>
  is ? '; the next step does not wait for the response' : '';

/** Candidates and their pages. */
export const CANDIDATE_STEPS: Readonly<Record<string, StepKind<unknown>>> = {
  open: stepKind({
    weight: 10,
    choices: fc.record({ ...AT_TAB, schema: formSchema, setting: jsonNumber }),
    words: (choice, processName) =>
      `${place(choice, processName)}: opens the form (${Object.keys(choice.schema.properties).join(', ')}; report setting ${choice.setting})`,
    isPossible: (world, { at }) => processAt(world, at).state === 'up',
    async run(world, { who, tab, at, schema, setting }) {
      const process = processAt(world, at);
      world.candidates[who] ??= await createCandidate(world, process, candidateName(who), {
        schema,
        setting,
      });
      const candidate = world.candidates[who];
      if (candidate === undefined) return;
      candidate.tabs[tab]?.stream?.close();
      candidate.tabs[tab] = await openTab(world, process, candidate);
    },
  }),

  submit: stepKind({
    weight: 10,
    choices: fc.record({ ...AT_TAB, data: entered, ...IS_MEANWHILE }),
    words: (choice, processName) =>
      `${place(choice, processName)}: submits (${enteredWords(choice.data)})${meanwhile(choice.isMeanwhile)}`,
    isPossible: hasTab,
    async run(world, { data, isMeanwhile, ...choice }) {
      const { candidate, tab, process } = found(world, choice) ?? {};
      if (!candidate || !tab || !process) return;
      const text = dataFor(tab.schema, data, `${candidate.marker} tab ${choice.tab + 1}`);
      const work = submit(world, process, candidate, { tab, text, key: crypto.randomUUID() });
      await waitOrNot(world, { process, isMeanwhile }, work);
    },
  }),

  repeat: stepKind({
    weight: 3,
    choices: fc.record({ ...AT_TAB, ...IS_MEANWHILE }),
    words: (choice, processName) =>
      `${place(choice, processName)}: repeats the last submission with its key${meanwhile(choice.isMeanwhile)}`,
    isPossible: (world, choice) => (found(world, choice)?.tab.sent ?? '') !== '',
    async run(world, { isMeanwhile, ...choice }) {
      const { candidate, tab, process } = found(world, choice) ?? {};
      if (!candidate || !tab || !process) return;
      const work = submit(world, process, candidate, { tab, text: tab.sent, key: tab.key });
      await waitOrNot(world, { process, isMeanwhile }, work);
    },
  }),

  reload: stepKind({
    weight: 3,
    choices: fc.record(AT_TAB),
    words: (choice, processName) =>
      `${place(choice, processName)}: reloads the page and reads the status`,
    isPossible: hasTab,
    async run(world, choice) {
      const { candidate, tab, process } = found(world, choice) ?? {};
      if (!candidate || !tab || !process) return;
      const work = bootstrap(world, process, candidate, tab).then(() =>
        readStatus(world, process, candidate, tab),
      );
      await waitOrNot(world, { process }, work);
    },
  }),

  crowd: stepKind({
    weight: 1,
    choices: fc.record({ ...AT_TAB, count: fc.integer({ min: 5, max: 60 }) }),
    words: (choice, processName) =>
      `${place(choice, processName)}: ${choice.count} pages open at once`,
    isPossible: hasTab,
    async run(world, { count, ...choice }) {
      const { candidate, tab, process } = found(world, choice) ?? {};
      if (!candidate || !tab || !process) return;
      const pages = Array.from({ length: count }, () => bootstrap(world, process, candidate, tab));
      await waitOrNot(world, { process, isMeanwhile: true }, Promise.all(pages));
    },
  }),

  watch: stepKind({
    weight: 4,
    choices: fc.record(AT_TAB),
    words: (choice, processName) => `${place(choice, processName)}: follows the status in a stream`,
    isPossible: hasTab,
    async run(world, choice) {
      const { candidate, tab, process } = found(world, choice) ?? {};
      if (candidate && tab?.state === 'open' && process) watch(process, candidate, tab);
    },
  }),

  revoke: stepKind({
    weight: 4,
    choices: fc.record({ ...WHO, ...AT }),
    words: (choice, processName) =>
      `the back end revokes the sessions of ${candidateName(choice.who)} at ${processName(choice.at)}`,
    isPossible: (world, { who, at }) =>
      world.candidates[who] !== undefined && processAt(world, at).state === 'up',
    async run(world, { who, at }) {
      const candidate = world.candidates[who];
      if (candidate === undefined) return;
      const { person_id, form_id } = candidate.form;
      const tabs = [...candidate.tabs];
      const reply = await call(world, processAt(world, at), {
        method: 'POST',
        path: PATHS.revokeSessions,
        as: 'back end',
        body: JSON.stringify({ person_id, form_id }),
      });
      if (reply?.status === 204) for (const one of tabs) if (one) one.state = 'revoked';
    },
  }),

  phone: stepKind({
    weight: 1,
    choices: fc.record(WHO),
    words: (choice) => `${candidateName(choice.who)} gives the data by phone`,
    isPossible: (world, { who }) => world.candidates[who]?.form.status === 'CREATED',
    async run(world, { who }) {
      const candidate = world.candidates[who];
      if (candidate === undefined) return;
      candidate.isPhoned = true;
      confirm(candidate.form);
    },
  }),

  schema: stepKind({
    weight: 3,
    choices: fc.record({ ...WHO, change: fc.constantFrom(...SCHEMA_CHANGES) }),
    words: (choice) => `the pipeline of ${candidateName(choice.who)} ${choice.change}`,
    isPossible: (world, { who }) => world.candidates[who]?.form.status === 'CREATED',
    async run(world, { who, change }) {
      const form = world.candidates[who]?.form;
      if (form) form.schema = changedSchema(form.schema, change);
    },
  }),
};
