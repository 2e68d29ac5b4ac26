import type { Migration } from './database.ts';

/**
 * Moves polls, deliveries, and reconciliation that versions before the `jobs` table scheduled in
 * their own columns to jobs. Runs with the migration and then every hour: a process of such a
 * version may still run next to this one. Remove it together with those columns.
 */
export const ADOPT_OLDER_SCHEDULES: readonly string[] = [
  ['polls', 'watches', 'person_id', 'step'],
  ['reconciliation', 'persons', 'person_id', 'step'],
  ["'relay:' || endpoint", 'deliveries', 'id', 'attempt'],
].flatMap(([queue = '', table = '', key = '', attempt = '']) => [
  `insert into jobs(queue, key, due_at, attempt)
   select ${queue.includes('||') ? queue : `'${queue}'`}, ${key}, next_at, ${attempt}
   from ${table} where next_at is not null on conflict(queue, key) do nothing`,
  `update ${table} set next_at = null where next_at is not null`,
]);

/**
 * The tables:
 * - `precandidates`: a row per form: what the service last said about it, and our submission of it
 * - `watches`: a row per person whose forms are polled
 * - `deliveries`: webhooks and events for the back end, received and to send
 * - `relay_endpoints`: endpoints that are disabled
 * - `persons`: persons created through the proxy, or whose completion webhook arrived
 * - `form_schemas`, `schemas`: the last schema of each form
 * - `prefills`, `revocations`: of sessions
 * - `gates`: the request budget that all processes share
 * - `jobs`: the queue
 * - `city_lists`: lists that `locodes import` stored
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    statements: [
      `create table precandidates(
        person_id text not null,
        form_id text not null,
        record text,
        precandidate_status text,
        updated_at text,
        revision bigint not null,
        state text not null,
        attempt bigint not null,
        submitted_by text,
        submission_key text,
        body_hash text,
        spent_keys text not null,
        sealed text,
        phase text,
        acknowledged bigint not null,
        tries bigint not null,
        deliver_at bigint,
        sent_at bigint,
        touched_at bigint not null,
        primary key(person_id, form_id))`,
      'create index precandidates_due on precandidates(deliver_at)',
      `create table watches(
        person_id text primary key,
        next_at bigint,
        step bigint not null,
        until_at bigint not null)`,
      'create index watches_due on watches(next_at)',
      `create table deliveries(
        id text primary key,
        type text not null,
        body text not null,
        state text not null,
        attempt bigint not null,
        next_at bigint,
        last_outcome text,
        created_at bigint not null,
        ended_at bigint)`,
      'create index deliveries_due on deliveries(next_at)',
      'create index deliveries_recent on deliveries(created_at)',
      `create table gates(
        name text primary key,
        busy_until bigint not null,
        failures bigint not null)`,
      `create table prefills(
        session_id text primary key,
        sealed text not null,
        expires_at bigint not null)`,
      `create table persons(
        person_id text primary key,
        country_code text not null,
        created_at bigint not null)`,
    ],
  },
  { number: 2, statements: ['alter table precandidates add column looked_at bigint'] },
  {
    number: 3,
    statements: [
      `create table revocations(
        subject text primary key,
        revoked_at bigint not null,
        expires_at bigint not null)`,
      'create index revocations_recent on revocations(revoked_at)',
    ],
  },
  {
    number: 4,
    statements: [
      `alter table deliveries add column endpoint text not null default 'default'`,
      'drop index deliveries_due',
      'create index deliveries_due on deliveries(endpoint, next_at)',
      'create table relay_endpoints(name text primary key, disabled_at bigint not null)',
    ],
  },
  {
    number: 5,
    statements: [
      'alter table persons add column next_at bigint',
      'alter table persons add column step bigint not null default 0',
      'alter table persons add column found text',
      'alter table persons add column told text',
      'create index persons_due on persons(next_at)',
    ],
  },
  {
    number: 6,
    statements: ['create table city_lists(country_code text primary key, cities text not null)'],
  },
  // Since when an event is owed; null: since it was created.
  { number: 7, statements: ['alter table deliveries add column owed_at bigint'] },
  // Until when a form of the person counts as open in a browser.
  {
    number: 8,
    statements: [
      'alter table watches add column shown_until bigint',
      'create index watches_shown on watches(shown_until)',
    ],
  },
  {
    number: 9,
    statements: [
      `create table jobs(
        queue text not null,
        key text not null,
        due_at bigint,
        attempt bigint not null,
        lease text,
        rerun_at bigint,
        primary key(queue, key))`,
      'create index jobs_due on jobs(queue, due_at)',
    ],
  },
  // Deliveries of submissions become jobs; so do forms that wait for a confirmation.
  {
    number: 10,
    statements: [
      'alter table precandidates add column begun_at bigint',
      'alter table precandidates add column last_outcome text',
      `update precandidates set begun_at = coalesce(sent_at, touched_at)
       where state in ('sending', 'sent')`,
      `insert into jobs(queue, key, due_at, attempt)
       select 'submission', person_id || '/' || form_id, coalesce(deliver_at, begun_at), 0
       from precandidates where state in ('sending', 'sent')`,
      'drop index precandidates_due',
      'alter table precandidates drop column deliver_at',
    ],
  },
  // When the completion webhook of a person arrived.
  {
    number: 11,
    statements: ['alter table persons add column received_at bigint', ...ADOPT_OLDER_SCHEDULES],
  },
  {
    number: 12,
    statements: [
      'create table schemas(hash text primary key, schema text not null, fetched_at bigint not null)',
      `create table form_schemas(
        person_id text not null,
        form_id text not null,
        hash text not null,
        fetched_at bigint not null,
        primary key(person_id, form_id))`,
    ],
  },
  // The request budget counts microseconds, in a row of its own: older processes read the other one.
  {
    number: 13,
    statements: [
      `insert into gates(name, busy_until, failures)
       select 'service', busy_until * 1000, failures from gates where name = 'upstream'`,
    ],
  },
];
