import { parseArgs } from 'node:util';
import { withUsage } from 'precandidate-testing/with-usage.ts';
import { fuzz, repeat } from './fuzz.ts';
import { judgeRun, type FuzzReport } from './judge.ts';
import { startTarget } from './target.ts';

const HELP = `npm run fuzz -- [--requests 100000] [--seed <number>] [--path <number>]
Sends requests made from the proxy's /openapi.json, valid, hostile and broken, to a proxy of its own.
Ends with 1 when something was found; the same --seed with --path sends that request again, reduced.`;
const LONGEST = 600;

const { values } = withUsage(HELP, () =>
  parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      path: { type: 'string' },
    },
  }),
);

async function main(): Promise<number> {
  const seed = Number(values.seed);
  console.log(`seed ${seed}`);
  const target = await startTarget();
  const { url, failure, collect } = target;
  const started = performance.now();
  try {
    if (values.path !== undefined) return await printSmallest(url, seed, values.path);
    const requests = Number(values.requests);
    const report = await fuzz({ url, seed, requests, failure, collect, onProgress });
    printReport(report, (performance.now() - started) / 1_000);
    const faults = judgeRun(report, failure());
    for (const fault of faults) console.log(`✖ ${fault}`);
    for (const one of report.findings)
      console.log(`✖ ${one.what}\n  npm run fuzz -- --seed ${one.seed} --path ${one.path}`);
    const [first] = report.findings;
    if (first && failure() === undefined) await printSmallest(url, first.seed, `${first.path}`);
    if (faults.length + report.findings.length === 0) return 0;
    console.log(target.output().split('\n').slice(-20).join('\n'));
    return 1;
  } finally {
    await target.stop();
  }
}

async function printSmallest(url: string, seed: number, path: string): Promise<number> {
  const smallest = await repeat(url, seed, path);
  if (smallest === undefined) console.log('nothing is wrong with this request by itself');
  else {
    const { what, request, answers } = smallest;
    console.log(`✖ ${what}\n${JSON.stringify(request.toString('latin1').slice(0, LONGEST))}`);
    for (const one of answers) console.log(`→ ${one.status} ${one.body.slice(0, LONGEST)}`);
  }
  return smallest === undefined ? 0 : 1;
}

function printReport({ requests, answered, measures }: FuzzReport, seconds: number): void {
  console.log(`${requests} requests in ${seconds.toFixed(0)} s`);
  for (const [kind, statuses] of answered) {
    const cells = [...statuses].toSorted(([a], [b]) => a.localeCompare(b));
    console.log(`  ${kind.padEnd(16)}${cells.map(([status, n]) => `${status}: ${n}`).join('  ')}`);
  }
  const warm = measures[Math.floor(measures.length / 4)];
  for (const [name, one] of Object.entries({
    'after warm-up': warm,
    'at the end': measures.at(-1),
  }))
    console.log(`  ${name.padEnd(16)}${JSON.stringify(one)}`);
}

function onProgress(done: number): void {
  if (done % 10_000 === 0) console.error(`${done} requests …`);
}

process.exitCode = await main();
