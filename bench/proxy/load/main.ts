// npm run load [-- --watchers 10000 --persons 1000 | --soak 10]: the proxy with many browsers that
// watch, or with candidates who come and go. Ends with 1 when somebody was not told, or memory grows.
import { parseArgs } from 'node:util';
import { keepResult } from '../stage/keep-result.ts';
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

const run = {
  watchers: Number(values.watchers),
  persons: Number(values.persons),
  seconds: Number(values.seconds),
  changes: Number(values.changes),
  env: { POLL_MAX_SECONDS: values['poll-max'], UPSTREAM_RPS: values.rps },
};

async function one(): Promise<boolean> {
  const row = await oneProcess(run);
  await keepResult('load-one-process', [row], { run });
  return row['told %'] === 100;
}

async function besidePeers(): Promise<boolean> {
  const rows = await peers(run);
  await keepResult('load-peers', rows, { run });
  return rows.at(-1)?.['told %'] === 100;
}

async function two(): Promise<boolean> {
  const size = {
    watchers: Math.ceil(Number(values.watchers) / 20),
    seconds: Number(values.seconds),
    changes: Math.ceil(Number(values.changes) / 10),
  };
  const row = await twoProcesses(size);
  if (!row) {
    console.log('two processes: not run, there is no Postgres here');
    return true;
  }
  await keepResult('load-two-processes', [row], { run: size });
  return Object.entries(row).every(([name, value]) => !name.startsWith('told %') || value === 100);
}

async function soaked(minutes: number): Promise<boolean> {
  const { rows, isFlat, ...measured } = await soak(minutes);
  await keepResult('load-soak', rows, { minutes, ...measured });
  const { candidates, missing, repeated } = measured;
  console.log(`${candidates} candidates, ${missing} events missing, ${repeated} came again`);
  return isFlat && missing === 0;
}

async function chosen(): Promise<boolean> {
  if (values.soak !== undefined) return soaked(Number(values.soak));
  if (values.only === 'peers') return besidePeers();
  return (values.only === 'two' || (await one())) && (values.only === 'one' || (await two()));
}

const isGood = await chosen();
process.exitCode = isGood ? 0 : 1;
