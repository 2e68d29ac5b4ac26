// npm run load [-- --watchers 10000 --persons 1000 | --soak 10]: the proxy with many browsers that
// watch, or with candidates who come and go. Ends with 1 when somebody was not told, or memory grows.
import { parseArgs } from 'node:util';
import { keepResult } from '../stage/keep-result.ts';
import { oneProcess } from './one-process.ts';
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
    soak: { type: 'string' },
  },
});

async function one(): Promise<boolean> {
  const run = {
    watchers: Number(values.watchers),
    persons: Number(values.persons),
    seconds: Number(values.seconds),
    changes: Number(values.changes),
    env: { POLL_MAX_SECONDS: values['poll-max'] },
  };
  const row = await oneProcess(run);
  await keepResult('load-one-process', [row], { run });
  return row['told %'] === 100;
}

async function two(): Promise<boolean> {
  const run = {
    watchers: Math.ceil(Number(values.watchers) / 20),
    seconds: Number(values.seconds),
    changes: Math.ceil(Number(values.changes) / 10),
  };
  const row = await twoProcesses(run);
  if (!row) {
    console.log('two processes: not run, there is no Postgres here');
    return true;
  }
  await keepResult('load-two-processes', [row], { run });
  return Object.entries(row).every(([name, value]) => !name.startsWith('told %') || value === 100);
}

async function soaked(minutes: number): Promise<boolean> {
  const { rows, isFlat, ...measured } = await soak(minutes);
  await keepResult('load-soak', rows, { minutes, ...measured });
  const { candidates, missing, repeated } = measured;
  console.log(`${candidates} candidates, ${missing} events missing, ${repeated} came again`);
  return isFlat && missing === 0;
}

const isGood =
  values.soak === undefined
    ? (values.only === 'two' || (await one())) && (values.only === 'one' || (await two()))
    : await soaked(Number(values.soak));
process.exitCode = isGood ? 0 : 1;
