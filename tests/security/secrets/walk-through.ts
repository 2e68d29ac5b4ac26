import { PATHS, type Bootstrap, type Precandidate, type Session } from 'precandidate-contract';
import { addFault } from 'precandidate-testing/sandbox-control.ts';
import { ORIGIN } from 'precandidate-testing/service.ts';
import type { Run } from './open-run.ts';
import { CREATION, KEPT, PREFILL, TYPED } from './secret.ts';

/** Identifiers and tokens of the walk-through. */
export interface HandedOut {
  tokens: string[];
  draft_keys: string[];
}

/** Sends a request as the portal's back end. */
export function askAsBackend(run: Run, place: string, path: string, body?: unknown) {
  return run.ask(place, run.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${KEPT.backend_key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Sends a request as the candidate's browser. */
export function askAsBrowser(
  run: Run,
  place: string,
  path: string,
  { token, body, headers }: { token: string; body?: unknown; headers?: Record<string, string> },
) {
  return run.ask(place, run.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      origin: ORIGIN,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** A candidate's form from creation to submitted, with every failure on the way. */
export async function walkThrough(run: Run): Promise<HandedOut> {
  const first = await newForm(run);
  const { person_id, precandidate_id: form_id, token } = first;
  await askAsBackend(run, 'relayed', PATHS.precandidate(person_id));
  await askAsBrowser(run, 'record', PATHS.precandidate(person_id), { token });
  await askAsBrowser(run, 'schema of the session', PATHS.schema(person_id, form_id), { token });
  const opened = await run.ask('bootstrap of the session', run.url + PATHS.bootstrap, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: ORIGIN },
    body: JSON.stringify({ session: token }),
  });
  await submitBadly(run, first);

  const stream = askAsBrowser(run, 'stream', PATHS.status(person_id, form_id), {
    token,
    headers: { accept: 'text/event-stream' },
  });
  await submit(run, first, TYPED);
  await stream;
  await run.event('precandidate.submitted');

  // Its outcome stays unknown, so that the data is still stored when the database is read.
  const second = await newForm(run);
  await addFault(run.sandbox.url, { kind: 'reset', times: 0, match: { path: '/forms/' } });
  await submit(run, second, TYPED);
  const { draft_keys } = JSON.parse(opened) as Bootstrap;
  return { tokens: [second.token, token], draft_keys };
}

type Form = Precandidate & { token: string };

async function newForm(run: Run): Promise<Form> {
  const creation = { country_code: 'PE', pipeline_name: 'everything', ...CREATION };
  const created = await askAsBackend(run, 'relayed creation', PATHS.precandidates, creation);
  const record = JSON.parse(created) as Precandidate;
  const { person_id, precandidate_id: form_id } = record;
  const request = { person_id, form_id, origin: ORIGIN, prefill: PREFILL };
  const minted = await askAsBackend(run, 'mint', PATHS.sessions, request);
  return { ...record, token: (JSON.parse(minted) as Session).token };
}

const submit = (run: Run, { person_id, precandidate_id, token }: Form, body: unknown) =>
  askAsBrowser(run, 'submission', PATHS.submission(person_id, precandidate_id), { token, body });

/** Input that breaks rules, and a service that repeats it in its rejection. */
async function submitBadly(run: Run, form: Form): Promise<void> {
  const { full_name, address, last_employer } = TYPED;
  for (const body of [
    { ...TYPED, gender: full_name, dob: last_employer, email: address.street },
    { ...TYPED, languages: [full_name, 7], consent: address.street, employed: last_employer },
    { ...TYPED, address: full_name, [full_name]: address.street },
    { ...TYPED, years_of_experience: last_employer, address: { ...address, [last_employer]: 1 } },
    Object.values(TYPED),
    full_name,
  ])
    await submit(run, form, body);
  await addFault(run.sandbox.url, {
    kind: 'status',
    status: 422,
    body: { error: full_name, given: TYPED },
    match: { method: 'POST', path: '/forms/' },
  });
  await submit(run, form, TYPED);
}
