import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { withUsage } from 'precandidate-testing/with-usage.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { faultOf, reduce, search } from './shared/explore.ts';
import type { Explorer, OpenExplorer } from './shared/explorer.ts';
import { describeFault, describeFinding, replayFile, saveFinding } from './shared/findings.ts';

const USAGE = `usage: npm run explore -- widget|proxy [options]
  --minutes N      how long (default: 10)
  --seed S         the first seed (default: random)
  --path P         only this case of the seed, as a finding names it
  --keep-going     collect different faults instead of ending with the first
  --replay FILE    repeat a finding
  --save FOLDER    where findings are written (default: tests/explore/findings/<explorer>)
  --schemas FOLDER open, fill in, and submit each *.json schema in a folder instead (widget)
  --lanes N        how many cases at a time (default: 3)
  --checkout DIR   explore the packages of another checkout, which has been built
  --without NAMES  leave out what an older checkout lacks: file, ui_schema (widget)`;

const PROGRESS_MS = 15_000;
/** Cases wait most of their time. */
const LANES = 3;

type Open = OpenExplorer<unknown>;
const OPENERS: Record<string, Open> = {
  widget: async (options) =>
    ((await import('./widget/explorer.ts')).openWidgetExplorer as Open)(options),
  proxy: async (options) => (await import('./proxy/explorer.ts')).openProxyExplorer(options),
};

interface Options {
  minutes: number;
  seed: number;
  path: string | undefined;
  isLong: boolean;
  folder: string | undefined;
}

async function run(name: string, explorers: readonly Explorer<unknown>[], options: Options) {
  const started = performance.now();
  const elapsed = () => Math.round((performance.now() - started) / 1000);
  const properties = explorers[0]?.properties ?? {};
  let cases = 0;
  let found = 0;
  const progress = setInterval(() => {
    console.log(`${elapsed()} s: ${cases} cases, ${found} findings`);
  }, PROGRESS_MS);
  const { seed, path, isLong } = options;
  const findings = await search(path === undefined ? explorers : explorers.slice(0, 1), {
    seed,
    path,
    isOver: (count) =>
      elapsed() > options.minutes * 60 ||
      (!isLong && found > 0) ||
      (count > 0 && path !== undefined),
    onCase: () => (cases += 1),
    onFinding(finding) {
      found += 1;
      console.log(`after ${elapsed()} s and ${cases} cases:`);
      console.log(describeFinding(finding, properties));
    },
  }).finally(() => clearInterval(progress));
  console.log(`${cases} cases in ${elapsed()} s, ${found} findings`);
  const queue = findings.values();
  await Promise.all(
    explorers.map(async (explorer) => {
      for (const finding of queue) {
        const reduced = path === undefined ? await reduce(explorer, finding) : finding;
        const saved = saveFinding(name, reduced, options.folder);
        console.log(`${describeFinding(reduced, properties)}\n  replay:   ${saved}`);
      }
    }),
  );
  return found === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values, positionals } = withUsage(USAGE, () =>
    parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
        path: { type: 'string' },
        'keep-going': { type: 'boolean', default: false },
        replay: { type: 'string' },
        save: { type: 'string' },
        schemas: { type: 'string' },
        checkout: { type: 'string' },
        without: { type: 'string', default: '' },
        lanes: { type: 'string', default: String(LANES) },
      },
    }),
  );
  const [name = ''] = positionals;
  const open = OPENERS[name];
  if (open === undefined) {
    console.error(USAGE);
    return 2;
  }
  const checkout = resolve(values.checkout ?? ROOT);
  if (values.schemas !== undefined) {
    const { runSchemaFolder } = await import('./widget/schema-folder.ts');
    return (await runSchemaFolder(values.schemas, checkout)) === 0 ? 0 : 1;
  }
  const isOne = values.replay !== undefined || values.path !== undefined;
  const without = values.without.split(',');
  const lanes = isOne ? 1 : Number(values.lanes);
  const explorers = await Promise.all(
    Array.from({ length: lanes }, () => open({ checkout, without })),
  );
  try {
    if (values.replay !== undefined) {
      const [explorer] = explorers as [Explorer<unknown>];
      const fault = await replayFile(explorer, values.replay).then(() => undefined, faultOf);
      console.log(fault === undefined ? 'no fault' : describeFault(fault, explorer.properties));
      return fault === undefined ? 0 : 1;
    }
    return await run(name, explorers, {
      minutes: Number(values.minutes),
      seed: Number(values.seed),
      path: values.path,
      isLong: values['keep-going'],
      folder: values.save,
    });
  } finally {
    await Promise.all(explorers.map((each) => each.close()));
  }
}

// Playwright closes the browser then, and a run without one finds nothing but that.
process.once('SIGTERM', () => process.exit(143));
process.exitCode = await main();
