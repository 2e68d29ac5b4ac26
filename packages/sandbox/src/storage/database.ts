import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** Columns of type `text` hold times as the interface writes them, `integer` ones epoch milliseconds. */
const TABLES = `
create table if not exists pipelines (
  pipeline_id text primary key,
  pipeline_name text not null unique,
  pipeline text not null
) strict;

create table if not exists precandidates (
  precandidate_id text primary key,
  person_id text not null,
  country_code text not null,
  email text not null,
  phone text not null,
  pipeline_id text not null,
  pipeline_name text not null,
  reports_enabled text not null,
  report_settings text not null,
  form_schema text not null,
  precandidate_status text not null,
  form_url text,
  created_at text not null,
  updated_at text not null,
  data text,
  collected_by text,
  form_posts integer not null default 0
) strict;
create index if not exists precandidates_by_person on precandidates (person_id);

create table if not exists persons (
  person_id text primary key,
  country_code text not null,
  document_id text,
  reports_enabled text not null,
  custom_data text not null,
  webhook text,
  created_at text not null,
  starts_at integer,
  ends_at integer,
  ended_at integer,
  announced integer not null default 0
) strict;
create index if not exists persons_by_end on persons (ends_at) where ended_at is null;

create table if not exists webhooks (
  id integer primary key,
  webhook_request_id text not null,
  person_id text not null,
  url text not null,
  headers text not null,
  payload text not null,
  state text not null,
  attempts integer not null default 0,
  next_at integer
) strict;
create index if not exists webhooks_by_next on webhooks (next_at) where next_at is not null;

create table if not exists webhook_attempts (
  id integer primary key,
  webhook_id integer not null references webhooks (id),
  attempted_at text not null,
  status integer,
  error text
) strict;

create table if not exists configuration (
  name text primary key,
  value text not null
) strict;
`;

/** Opens the database, `:memory:` or a file, and creates missing tables and columns. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000',
  );
  database.exec(TABLES);
  addColumn(database, 'precandidates', 'form_url', 'text');
  return database;
}

/** Inserts a row; arrays and objects are stored as JSON text. */
export function insertRow(
  database: DatabaseSync,
  table: string,
  row: Readonly<Record<string, unknown>>,
): void {
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  const isJson = (value: unknown) => typeof value === 'object' && value !== null;
  database
    .prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`)
    .run(
      ...Object.values(row).map((value) =>
        isJson(value) ? JSON.stringify(value) : (value as SQLInputValue),
      ),
    );
}

/** Adds a column that a file from an earlier version lacks. */
function addColumn(database: DatabaseSync, table: string, name: string, type: string): void {
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).all();
  if (columns.some((column) => column.name === name)) return;
  database.exec(`alter table ${table} add column ${name} ${type}`);
}

/** Deletes every row. */
export function emptyDatabase(database: DatabaseSync): void {
  const tables = [
    'webhook_attempts',
    'webhooks',
    'persons',
    'precandidates',
    'pipelines',
    'configuration',
  ];
  database.exec(tables.map((table) => `delete from ${table};`).join('\n'));
}
