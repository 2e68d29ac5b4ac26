// npm run load [-- --watchers 10000 --persons 1000 | --soak 10 | --rush 50]: one proxy process with
// many open status streams, with candidates who come and go, or with many submissions a second. Exits
// with 1 when a browser misses a change, an event is lost, memory grows, or a request fails.
import { parseArgs } from 'node:util';
import { warnIfBusy } from '../../src/report/busy.ts';
import { writeResult } from '../stage/results.ts';
import { postgresEngine, rush, sqliteEngine } from './rush.ts';
import { soak } from './soak.ts';
import { watchMany } from './watch-many.ts';

const { values } = parseArgs({
  options: {
    watchers: { type: 'string', default: '10000' },
    persons: { type: 'string', default: '1000' },
    /** How long the idle proxy is measured; with `--rush`, how long candidates submit. */
    seconds: { type: 'string', default: '30' },
    changes: { type: 'string', default: '60' },
    /** The proxy's POLL_MAX_SECONDS. */
    'poll-max': { type: 'string', default: '60' },
    /** Its UPSTREAM_RPS. */
    rps: { type: 'string', default: '720' },
    /** Minutes. */
    soak: { type: 'string' },
    /** Submissions per second; the next four options belong to it. */
    rush: { type: 'string' },
    forms: { type: 'string', default: '5000' },
    streams: { type: 'string', default: '500' },
    /** How long the service takes for each response, in milliseconds. */
    service: { type: 'string', default: '200' },
    /** An empty Postgres; without it: SQLite. */
    database: { type: 'string' },
  },
});

async function runWatchers(): Promise<boolean> {
  const run = {
    watchers: Number(values.watchers),
    persons: Number(values.persons),
    seconds: Number(values.seconds),
    changes: Number(values.changes),
    env: { POLL_MAX_SECONDS: values['poll-max'], UPSTREAM_RPS: values.rps },
  };
  const row = await watchMany(run);
  await writeResult('load', [row], { run });
  return row['received %'] === 100;
}

async function runSoak(minutes: number): Promise<boolean> {
  const { rows, isFlat, ...measured } = await soak(minutes);
  await writeResult('load-soak', rows, { minutes, ...measured });
  const { candidates, missing, repeated } = measured;
  console.log(`${candidates} candidates, ${missing} events missing, ${repeated} repeated`);
  return isFlat && missing === 0;
}

async function runRush(perSecond: number): Promise<boolean> {
  const run = {
    perSecond,
    seconds: Number(values.seconds),
    forms: Number(values.forms),
    streams: Number(values.streams),
    serviceMs: Number(values.service),
  };
  const { database } = values;
  const engine = await (database === undefined ? sqliteEngine() : postgresEngine(database));
  const row = await rush(run, engine).finally(engine.close);
  await writeResult('load-rush', [row], { run });
  return row['failed'] === 0;
}

async function runAsked(): Promise<boolean> {
  if (values.rush !== undefined) return runRush(Number(values.rush));
  return values.soak === undefined ? runWatchers() : runSoak(Number(values.soak));
}

await warnIfBusy();
process.exitCode = (await runAsked()) ? 0 : 1;
