// npm run load [-- --watchers 10000 --persons 1000 | --soak 10]: one proxy process with many open
// status streams, or with candidates who come and go. Exits with 1 when a browser misses a change,
// an event is lost, or memory grows.
import { parseArgs } from 'node:util';
import { writeResult } from '../stage/results.ts';
import { soak } from './soak.ts';
import { watchMany } from './watch-many.ts';

const { values } = parseArgs({
  options: {
    watchers: { type: 'string', default: '10000' },
    persons: { type: 'string', default: '1000' },
    /** How long the idle proxy is measured. */
    seconds: { type: 'string', default: '30' },
    changes: { type: 'string', default: '60' },
    /** The proxy's POLL_MAX_SECONDS. */
    'poll-max': { type: 'string', default: '60' },
    /** Its UPSTREAM_RPS. */
    rps: { type: 'string', default: '720' },
    /** Minutes. */
    soak: { type: 'string' },
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

const hasPassed = await (values.soak === undefined ? runWatchers() : runSoak(Number(values.soak)));
process.exitCode = hasPassed ? 0 : 1;
