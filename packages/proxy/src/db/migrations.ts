import { readdirSync, readFileSync } from 'node:fs';
import type { Migration } from './database.ts';

const FOLDER = new URL('migrations/', import.meta.url);

/**
 * The files in `migrations/`, in order. A released file never changes: a change is a new file.
 *
 * The tables:
 * - `precandidates`: a row per form: what the service last said about it, and our submission of it
 * - `polled_persons`: a row per person whose forms are polled
 * - `deliveries`: webhooks and events for the back end, received and to send
 * - `disabled_endpoints`: endpoints that get no events, because they responded 410
 * - `persons`: persons created through the proxy, or whose completion webhook arrived
 * - `form_schemas`, `schemas`: the last schema of each form
 * - `prefills`, `revocations`: of sessions
 * - `request_budgets`: one row: the request budget that all processes share
 * - `jobs`: the queue
 * - `city_lists`: lists that `locodes import` stored
 */
export const MIGRATIONS: readonly Migration[] = readdirSync(FOLDER)
  // Other files, such as an editor's, are no migrations.
  .filter((name) => /^\d{4}-.*\.sql$/.test(name))
  .sort()
  .map((name) => ({
    number: Number.parseInt(name, 10),
    sql: readFileSync(new URL(name, FOLDER), 'utf8'),
  }));
