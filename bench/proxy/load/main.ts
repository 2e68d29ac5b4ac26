// npm run load [-- --watchers 10000 --persons 1000 | --soak 10]: the proxy with many open status
// streams, or with candidates who come and go. Exits with 1 when a browser misses a change or memory
// grows.
import { parseArgs } from 'node:util';
import { writeResult } from '../stage/results.ts';
import { oneProcess } from './one-process.ts';
import { peers } from './peers.ts';
import { soak } from './soak.ts';
import { twoProcesses } from './two-processes.ts';

const SOAK_MINUTES = '10';

// `--soak` alone means the usual length.
const args = process.argv.slice(2).flatMap((arg, index, all) => {
  const isAlone = arg === '--soak' && !/^[\d.]+$/.test(all[index + 1] ?? '');
  return isAlone ? [arg, SOAK_MINUTES] : [arg];
});
const { values } = parseArgs({
  args,
  options: {
    watchers: { type: 'string', default: '10000' },
    persons: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    changes: { type: 'string', default: '60' },
    only: { type: 'string' },
    /** The proxy's POLL_MAX_SECONDS. */
    'poll-max': { type: 'string', default: '60' },
    /** Its UPSTREAM_RPS. */
    rps: { type: 'string', default: '720' },
    soak: { type: 'string' },
  },
});

const size = {
  watchers: Number(values.watchers),
  persons: Number(values.persons),
  seconds: Number(values.seconds),
  changes: Number(values.changes),
  env: { POLL_MAX_SECONDS: values['poll-max'], UPSTREAM_RPS: values.rps },
};

async function runOneProcess(): Promise<boolean> {
  const row = await oneProcess(size);
  await writeResult('load-one-process', [row], { run: size });
  return row['received %'] === 100;
}

async function runPeers(): Promise<boolean> {
  const rows = await peers(size);
  await writeResult('load-peers', rows, { run: size });
  return rows.at(-1)?.['received %'] === 100;
}

async function runTwoProcesses(): Promise<boolean> {
  const run = {
    watchers: Math.ceil(Number(values.watchers) / 20),
    seconds: Number(values.seconds),
    changes: Math.ceil(Number(values.changes) / 10),
  };
  const row = await twoProcesses(run);
  if (!row) {
    console.log('two processes: not run, no Postgres here');
    return true;
  }
  await writeResult('load-two-processes', [row], { run });
  return Object.entries(row).every(
    ([name, value]) => !name.startsWith('received %') || value === 100,
  );
}

async function runSoak(minutes: number): Promise<boolean> {
  const { rows, isFlat, ...measured } = await soak(minutes);
  await writeResult('load-soak', rows, { minutes, ...measured });
  const { candidates, missing, repeated } = measured;
  console.log(`${candidates} candidates, ${missing} events missing, ${repeated} repeated`);
  return isFlat && missing === 0;
}

async function runChosen(): Promise<boolean> {
  if (values.soak !== undefined) return runSoak(Number(values.soak));
  if (values.only === 'peers') return runPeers();
  return (
    (values.only === 'two' || (await runOneProcess())) &&
    (values.only === 'one' || (await runTwoProcesses()))
  );
}

const hasPassed = await runChosen();
process.exitCode = hasPassed ? 0 : 1;
