import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { IDENTIFIER } from 'precandidate-contract';
import { Type } from 'typebox';
import { readSettings } from '../config/settings.ts';
import { BACKUP_TYPE } from '../db/database.ts';
import { SnapshotSchema } from '../http/route-schemas.ts';
import { DeliveriesSchema, DeliverySchema, type ListedDelivery } from '../outbox/delivery-store.ts';
import { ErasureSchema } from '../retention/erase-person.ts';
import { parseJson } from '../shared/json.ts';
import { type ListedSubmission, SubmissionsSchema } from '../submissions/submission-store.ts';
import { proxyCaller, proxyRequester, RefusedError, unexpected } from './call-proxy.ts';
import { type Arguments, type Command, UsageError } from './command.ts';

const FILTERS = ['state', 'person', 'since', 'limit'];
const FILTER_HELP = `  --state   one state; default: all
  --person  one person_id
  --since   stored at this time or later, for example 2026-11-23 or 2026-11-23T14:00:00Z
  --limit   how many, at most 1000; default: 100
  --json    prints JSON
  --url     address of the running proxy; default: HOST and PORT`;

export const deliveries: Command = {
  help: `precandidate-proxy deliveries list [filters]
precandidate-proxy deliveries replay <id> …
precandidate-proxy deliveries replay [filters]

Lists the events for the back end, the newest first, or sends them again: those named, or those that
the filters list. Calls the running proxy, with the settings that it was started with. The states are
pending and delivered: an event is pending until your back end accepts it.
${FILTER_HELP}`,
  options: [...FILTERS, 'url'],
  flags: ['json'],

  async run(args, env) {
    const [verb = 'list', ...ids] = args.positionals;
    const call = proxyCaller(env, args.values['url']);
    const found = async () => {
      const { deliveries: all } = await call(`/deliveries?${filtersOf(args)}`, DeliveriesSchema);
      return whole(args, all);
    };
    if (verb === 'list' && ids.length === 0) return print(args, await found(), deliveryLine);
    const filters = givenFilters(args);
    const isBulk = filters.some((name) => name !== 'limit');
    if (verb !== 'replay' || (ids.length === 0 && !isBulk))
      throw new UsageError('Use list, replay <id>, or replay with --state, --person, or --since');
    if (ids.length > 0 && filters.length > 0)
      throw new UsageError('Name events, or use filters to find them');
    const chosen = isBulk ? (await found()).map(({ id }) => id) : ids;
    const replayed: ListedDelivery[] = [];
    try {
      for (const id of chosen)
        await reported(id, async () => {
          const path = `/deliveries/${encodeURIComponent(id)}/replay`;
          replayed.push(await call(path, DeliverySchema, {}));
        });
    } finally {
      print(args, replayed, deliveryLine);
    }
  },
};

function deliveryLine(delivery: ListedDelivery): string[] {
  const { id, type, person_id, precandidate_id, state, sends, last_outcome, created_at } = delivery;
  const form = `${person_id ?? '-'}/${precandidate_id ?? '-'}`;
  return [created_at, state, counted(sends, 'send', 'sends'), last_outcome ?? '-', type, form, id];
}

export const submissions: Command = {
  help: `precandidate-proxy submissions list [filters]
precandidate-proxy submissions retry <person_id>/<form_id> …

Lists submissions that the service has not confirmed yet, and sends them again. Calls the running
proxy, with the settings that it was started with. The states are sending, sent, unconfirmed, and
refused; without --state, refused ones are left out.
${FILTER_HELP}`,
  options: [...FILTERS, 'url'],
  flags: ['json'],

  async run(args, env) {
    const [verb = 'list', ...forms] = args.positionals;
    const call = proxyCaller(env, args.values['url']);
    const areForms = forms.length > 0 && forms.every((form) => /^[^/]+\/[^/]+$/.test(form));
    if (verb === 'list' && forms.length === 0) {
      const { submissions: all } = await call(`/submissions?${filtersOf(args)}`, SubmissionsSchema);
      print(args, whole(args, all), submissionLine);
    } else if (verb === 'retry' && areForms) {
      if (givenFilters(args).length > 0) throw new UsageError('retry takes forms and no filters');
      for (const form of forms)
        await reported(form, async () => {
          const path = form.split('/').map(encodeURIComponent).join('/');
          await call(`/submissions/${path}/retry`, SnapshotSchema, {});
          return 'will be sent again';
        });
    } else throw new UsageError('Use list, or retry <person_id>/<form_id>; see --help');
  },
};

function submissionLine(pending: ListedSubmission): string[] {
  const { person_id, precandidate_id, state, tries, last_outcome, has_data, begun_at } = pending;
  const data = has_data ? 'data kept' : 'no data';
  const form = `${person_id}/${precandidate_id}`;
  return [begun_at ?? '-', state, counted(tries, 'try', 'tries'), last_outcome ?? '-', data, form];
}

/**
 * Does one of several things and prints the outcome. One that the proxy refuses does not keep the others
 * from being done; the command exits with 1.
 */
async function reported(name: string, act: () => Promise<string | void>): Promise<void> {
  try {
    const outcome = await act();
    if (outcome !== undefined) console.log(`${name}  ${outcome}`);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    console.error(`${name}  ${error.message}`);
    process.exitCode = 1;
  }
}

const counted = (count: number, one: string, other: string): string =>
  `${count} ${count === 1 ? one : other}`;

/** A line for each entry, without characters that control a terminal, or JSON with `--json`. */
function print<Entry>(
  { flags }: Arguments,
  entries: readonly Entry[],
  line: (entry: Entry) => string[],
): void {
  if (flags.has('json')) console.log(JSON.stringify(entries, null, 2));
  else
    for (const entry of entries)
      console.log(
        line(entry)
          .join('  ')
          .replace(/\p{Cc}/gu, '\uFFFD'),
      );
}

export const persons: Command = {
  help: `precandidate-proxy persons forget <person_id> …

Deletes everything that the proxy has stored of a person, and prints how many rows of each kind.
Calls the running proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,
  options: ['url'],

  async run({ values, positionals: [verb, ...ids] }, env) {
    if (verb !== 'forget' || ids.length === 0)
      throw new UsageError('Use forget <person_id>; see --help');
    const call = proxyCaller(env, values['url']);
    for (const id of ids)
      await reported(id, async () => {
        const path = `/persons/${encodeURIComponent(id)}`;
        const { deleted } = await call(path, ErasureSchema, undefined, 'DELETE');
        const counts = Object.entries(deleted).map(([kind, count]) => `${kind} ${count}`);
        return `deleted: ${counts.join(', ')}`;
      });
  },
};

const SESSION_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const sessions: Command = {
  help: `precandidate-proxy sessions revoke --session <session_id>
precandidate-proxy sessions revoke --person <person_id> --form <form_id>

Ends one session, or every session of a form that exists now, in every process.
Calls the running proxy, with the settings that it was started with.
  --url   its address; default: HOST and PORT`,
  options: ['session', 'person', 'form', 'url'],

  async run({ values, positionals }, env) {
    const { session, person, form, url } = values;
    const isOne = session !== undefined && person === undefined && form === undefined;
    const isForm = session === undefined && person !== undefined && form !== undefined;
    if (positionals.join() !== 'revoke' || !(isOne || isForm))
      throw new UsageError('Use revoke with --session, or with --person and --form');
    if (isOne && !SESSION_ID.test(session))
      throw new UsageError('--session takes the session_id that POST /sessions returned, a UUID');
    if (isForm && !(IDENTIFIER.test(person) && IDENTIFIER.test(form)))
      throw new UsageError('--person and --form take the identifiers of the record');
    const body = isOne ? { session_id: session } : { person_id: person, form_id: form };
    await proxyCaller(env, url)('/sessions/revoke', Type.Null(), body);
    // The proxy keeps no list of sessions.
    console.log(
      isOne
        ? `revoked, if it existed: ${session}`
        : `revoked, if there are any: all sessions of ${person}/${form}`,
    );
  },
};

const MAX_LISTED = '100';

/** The names of the filters that are used. */
const givenFilters = ({ values }: Arguments): string[] =>
  FILTERS.filter((name) => values[name] !== undefined);

/** The query of a list. */
function filtersOf(args: Arguments): URLSearchParams {
  const query = new URLSearchParams({ limit: MAX_LISTED });
  for (const name of givenFilters(args))
    query.set(name === 'person' ? 'person_id' : name, args.values[name] ?? '');
  return query;
}

/** The entries; says so when there may be more. */
function whole<Entry>({ values: { limit = MAX_LISTED } }: Arguments, entries: Entry[]): Entry[] {
  if (entries.length === Number(limit))
    console.error(`These are the newest ${limit}; there may be more, see --limit`);
  return entries;
}

export const backup: Command = {
  help: `precandidate-proxy backup <file>

Writes a copy of the embedded database to a new file, which only you may read. Calls the running
proxy, with the settings that it was started with. With Postgres, use pg_dump.
  --url   its address; default: HOST and PORT`,
  options: ['url'],

  async run({ values, positionals: [file, ...others] }, env) {
    if (file === undefined || others.length > 0) throw new UsageError('Use backup <file>');
    if (readSettings(env).DATABASE_URL !== undefined)
      throw new UsageError('The database is a Postgres: use pg_dump');
    const target = await create(file);
    try {
      await pipeline(await download(env, values['url']), target.createWriteStream({ flush: true }));
    } catch (error) {
      await rm(file);
      if (error instanceof UsageError) throw error;
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new UsageError(
        /^E[A-Z]+$/.test(code)
          ? `${file} cannot be written: ${code}`
          : 'The backup was cut short; nothing is kept of it',
      );
    }
    console.log(`${file}  ${(await stat(file)).size} bytes`);
  },
};

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST' ? `${file} exists already` : `${file} cannot be created: ${code}`,
    );
  }
}

async function download(env: NodeJS.ProcessEnv, address: string | undefined): Promise<Readable> {
  const { url, response } = await proxyRequester(env, address)('/backup', { method: 'POST' });
  const isBackup = response.ok && response.headers.get('content-type') === BACKUP_TYPE;
  if (!isBackup || response.body === null)
    throw unexpected(url, response.status, parseJson(await response.text()));
  return Readable.fromWeb(response.body as ReadableStream);
}
