import { parseArgs } from 'node:util';
import { withUsage } from 'precandidate-testing/with-usage.ts';
import { warnIfBusy } from '../../src/report/busy.ts';
import { writeResult } from '../stage/results.ts';
import { postgresEngine, rush, sqliteEngine } from './rush.ts';
import { soak } from './soak.ts';
import { watchMany } from './watch-many.ts';

const USAGE = `npm run load [-- options]: one proxy process with many open status streams, with candidates
who come and go, or with many submissions a second. Ends with 1 when a browser misses a change, an event
is lost, memory grows, or a request fails.
  --watchers N      open streams (10000)
  --persons N       whom they watch (1000)
  --changes N       status changes (60)
  --poll-max N      the proxy's POLL_MAX_SECONDS (60)
  --rps N           its UPSTREAM_RPS (720)
  --seconds N       how long the idle proxy is measured, or candidates submit with --rush (30)
  --soak N          candidates who come and go instead, for N minutes
  --rush N          N submissions a second instead
    --forms N       open forms (5000)
    --streams N     open streams (500)
    --service N     how long the service takes for each response, in milliseconds (200)
    --database URL  an empty Postgres (SQLite)`;

const { values } = withUsage(USAGE, () =>
  parseArgs({
    options: {
      watchers: { type: 'string', default: '10000' },
      persons: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '30' },
      changes: { type: 'string', default: '60' },
      'poll-max': { type: 'string', default: '60' },
      rps: { type: 'string', default: '720' },
      soak: { type: 'string' },
      rush: { type: 'string' },
      forms: { type: 'string', default: '5000' },
      streams: { type: 'string', default: '500' },
      service: { type: 'string', default: '200' },
      database: { type: 'string' },
    },
  }),
);

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
