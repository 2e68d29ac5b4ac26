import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { judgeRun } from './judge.ts';
import { printFindings, printReport } from './print-report.ts';
import { startTarget } from './target.ts';

const HELP = `npm run fuzz -- [--requests 100000] [--seed <number>] [--only <request>]
Sends requests made from the proxy's /openapi.json, valid, hostile and broken, to a proxy of its own.
Ends with 1 when something was found; the same --seed with --only <request> sends that one again.`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const seed = Number(values.seed);
  const only = values.only === undefined ? undefined : Number(values.only);
  const turns =
    only === undefined ? { from: 0, to: Number(values.requests) } : { from: only, to: only + 1 };
  console.log(`seed ${seed}`);
  const target = await startTarget();
  const started = performance.now();
  const { url, failure, collect } = target;
  const report = await fuzz({ url, seed, turns, failure, collect, onProgress });
  const seconds = (performance.now() - started) / 1_000;
  const ended = failure();
  await target.stop();
  printReport(report, seconds);
  const faults = judgeRun(report, ended);
  printFindings(report.findings, seed);
  for (const fault of faults) console.log(`✖ ${fault}`);
  if (faults.length + report.findings.length === 0) return 0;
  console.log(target.output().split('\n').slice(-20).join('\n'));
  return 1;
}

function onProgress(done: number): void {
  if (done % 10_000 === 0) console.error(`${done} requests …`);
}

process.exitCode = await main();
