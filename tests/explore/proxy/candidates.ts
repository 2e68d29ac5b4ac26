import { PATHS, type Snapshot } from 'precandidate-contract';
import { readStream } from 'precandidate-testing/read-stream.ts';
import { exact } from './exact-json.ts';
import type { ExploredProcess } from './processes.ts';
import { call, type Reply } from './requests.ts';
import type { FormSchema } from './service-forms.ts';
import { ORIGIN } from './settings.ts';
import { violated, type Candidate, type Tab, type World } from './world.ts';

/** What a new candidate's form asks. */
export interface NewForm {
  schema: FormSchema;
  /** A number in `report_settings`, as it is written in JSON. */
  setting: string;
}

/** Creates the precandidate through the proxy, as the portal's back end does. */
export async function createCandidate(
  world: World,
  process: ExploredProcess,
  { schema, setting }: NewForm,
): Promise<Candidate | undefined> {
  const marker = `mark${crypto.randomUUID().slice(0, 8)}`;
  const body = `{"country_code":"PE","pipeline_name":"explored","email":"${marker}@example.com","report_settings":{"limit":${setting}}}`;
  const reply = await call(world, process, { path: PATHS.precandidates, as: 'back end', body });
  const form = world.service.forms.get(String(reply?.json['precandidate_id']));
  if (!reply || reply.status >= 300 || !form) return undefined;
  if (exact(form.creation) !== exact(body))
    violated(world, 'relayed data keeps every digit', {
      kind: 'precandidate',
      expected: `the service gets ${body}`,
      seen: form.creation,
    });
  form.schema = schema;
  const name = `candidate ${world.candidates.length + 1}`;
  const candidate: Candidate = {
    name,
    marker,
    form,
    tabs: [],
    submissions: [],
    isBroken: false,
    otherIds: [],
    erasure: 'none',
  };
  world.candidates.push(candidate);
  return candidate;
}

/** What else a session is asked for. */
export interface SessionWish {
  html: boolean;
  hasPrefill: boolean;
}

/** Mints a session and opens the form with it; `undefined` when either fails. */
export async function openTab(
  world: World,
  process: ExploredProcess,
  candidate: Candidate,
  { html, hasPrefill }: SessionWish = { html: false, hasPrefill: false },
): Promise<Tab | undefined> {
  const { person_id, form_id } = candidate.form;
  const prefill = { full_name: `${candidate.marker} prefilled` };
  if (candidate.erasure === 'erased') candidate.erasure = 'reopened';
  const minted = await call(world, process, {
    path: PATHS.sessions,
    as: 'back end',
    candidate,
    body: JSON.stringify({
      person_id,
      form_id,
      origin: ORIGIN,
      html,
      ...(hasPrefill && { prefill }),
    }),
  });
  if (minted?.status !== 201) return undefined;
  const tab: Tab = {
    name: `${candidate.name}, tab ${candidate.tabs.length + 1}`,
    candidate,
    token: String(minted.json['token']),
    schema: candidate.form.schema,
    schemaEtag: undefined,
    isRevoked: false,
    key: crypto.randomUUID(),
    sent: '',
    stream: undefined,
  };
  const opened = await bootstrap(world, process, tab);
  return opened?.status === 200 ? tab : undefined;
}

/** Reads what the form asks now. */
export async function bootstrap(
  world: World,
  process: ExploredProcess,
  tab: Tab,
): Promise<Reply | undefined> {
  const reply = await call(world, process, {
    path: PATHS.bootstrap,
    as: 'page',
    tab,
    body: JSON.stringify({ session: tab.token }),
    headers: { 'content-type': 'text/plain' },
  });
  const schema = reply?.json['schema'] as FormSchema | null | undefined;
  if (reply?.status === 200 && schema) {
    tab.schema = { type: 'object', properties: schema.properties, required: schema.required ?? [] };
    const etag = reply.json['schema_etag'];
    tab.schemaEtag = typeof etag === 'string' ? etag : undefined;
  }
  return reply;
}

const statusPath = ({ candidate: { form } }: Tab) => PATHS.status(form.person_id, form.form_id);

export async function readStatus(
  world: World,
  process: ExploredProcess,
  tab: Tab,
): Promise<Snapshot | undefined> {
  const reply = await call(world, process, { path: statusPath(tab), as: 'page', tab });
  return reply?.status === 200 ? (reply.json as unknown as Snapshot) : undefined;
}

/** Submits `text` in this tab, with the key of the last submission or a new one. */
export async function submit(
  world: World,
  { process, tab }: { process: ExploredProcess; tab: Tab },
  text: string,
  key: string = crypto.randomUUID(),
): Promise<void> {
  const { form, submissions } = tab.candidate;
  const submission = { exact: exact(text), outcome: 'unknown' as const };
  submissions.push(submission);
  tab.key = key;
  tab.sent = text;
  const reply = await call(world, process, {
    path: PATHS.submission(form.person_id, form.form_id),
    as: 'page',
    tab,
    body: text,
    headers: {
      'idempotency-key': key,
      ...(tab.schemaEtag !== undefined && { 'precandidate-schema': tab.schemaEtag }),
    },
  });
  if (reply === undefined || reply.status >= 500) return;
  const isHandedOff = reply.json['channel'] === 'handoff';
  const outcome = reply.status < 300 && !isHandedOff ? 'accepted' : 'refused';
  Object.assign(submission, { outcome });
}

/** Follows the status in a stream until it ends. */
export function watch(world: World, process: ExploredProcess, tab: Tab): void {
  const ending = new AbortController();
  const stream = { isOpen: true, close: () => ending.abort() };
  tab.stream?.close();
  tab.stream = stream;
  const follow = async (): Promise<void> => {
    const response = await fetch(process.url + statusPath(tab), {
      headers: {
        authorization: `Bearer ${tab.token}`,
        origin: ORIGIN,
        accept: 'text/event-stream',
      },
      signal: ending.signal,
    });
    if (!response.ok) return;
    let last = '';
    await readStream(response, ({ state }) => {
      if (last === 'submitted' && state !== last)
        violated(world, 'a confirmed form stays confirmed', {
          expected: `the stream of ${tab.name} goes on saying “submitted”`,
          seen: state,
        });
      last = state;
      return false;
    });
  };
  follow()
    .catch(() => undefined)
    .finally(() => {
      stream.isOpen = false;
    });
}
