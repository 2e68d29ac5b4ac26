// npm run explore -- widget|proxy [--minutes N] [--seed S] [--path P] [--keep-going]
//                    [--replay FILE] [--save FOLDER] [--schemas FOLDER] [--checkout DIR]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../stage/repository.ts';
import { explore, faultOf, kindOf } from './shared/explore.ts';
import type { Explorer } from './shared/explorer.ts';
import { describeFault, describeFinding, replayFile, saveFinding } from './shared/findings.ts';

const USAGE = `usage: npm run explore -- widget|proxy [options]
  --minutes N      how long (default: 10)
  --seed S         the first seed (default: random)
  --path P         only this case of the seed, as a finding names it
  --keep-going     collect different faults instead of ending with the first
  --replay FILE    repeat a finding
  --save FOLDER    where findings are written (default: tests/explore/findings/<explorer>)
  --schemas FOLDER open, fill in, and submit each *.json schema in a folder instead (widget)
  --checkout DIR   explore the packages of another checkout, which has been built`;

/** So many cases share a seed. */
const CASES_PER_SEED = 100;
const PROGRESS_MS = 15_000;

const OPENERS = {
  widget: async (checkout: string) =>
    (await import('./widget/explorer.ts')).openWidgetExplorer({ checkout }),
  proxy: async (checkout: string) =>
    (await import('./proxy/explorer.ts')).openProxyExplorer({ checkout }),
};

interface Options {
  minutes: number;
  seed: number;
  path: string | undefined;
  isLong: boolean;
  folder: string | undefined;
}

async function run<Case>(name: string, explorer: Explorer<Case>, options: Options) {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const isOver = () => elapsed() > options.minutes * 60;
  const known = new Set<string>();
  let cases = 0;
  const progress = setInterval(() => {
    console.log(`${elapsed().toFixed(0)} s: ${cases} cases, ${known.size} findings`);
  }, PROGRESS_MS);
  try {
    for (let seed = options.seed; !isOver(); seed += 1) {
      const finding = await explore(explorer, {
        seed,
        path: options.path,
        cases: CASES_PER_SEED,
        isOver,
        known,
        onCase: () => (cases += 1),
      });
      if (finding !== undefined) {
        known.add(kindOf(finding));
        const path = saveFinding(name, finding, options.folder);
        console.log(`after ${elapsed().toFixed(0)} s and ${cases} cases:`);
        console.log(`${describeFinding(finding, explorer.properties)}\n  replay:   ${path}`);
      }
      if (options.path !== undefined || (finding !== undefined && !options.isLong)) break;
    }
  } finally {
    clearInterval(progress);
  }
  console.log(`${cases} cases in ${elapsed().toFixed(0)} s, ${known.size} findings`);
  return known.size === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
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
      help: { type: 'boolean', default: false },
    },
  });
  const [name = ''] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (!(name in OPENERS)) {
    console.error(USAGE);
    return 2;
  }
  const checkout = resolve(values.checkout ?? ROOT);
  if (values.schemas !== undefined) {
    const { runSchemaFolder } = await import('./widget/schema-folder.ts');
    return (await runSchemaFolder(values.schemas, checkout)) === 0 ? 0 : 1;
  }
  const explorer = await OPENERS[name as keyof typeof OPENERS](checkout);
  try {
    if (values.replay !== undefined) {
      const fault = await replayFile(explorer, values.replay).then(() => undefined, faultOf);
      console.log(fault === undefined ? 'no fault' : describeFault(fault, explorer.properties));
      return fault === undefined ? 0 : 1;
    }
    return await run(name, explorer, {
      minutes: Number(values.minutes),
      seed: Number(values.seed),
      path: values.path,
      isLong: values['keep-going'],
      folder: values.save,
    });
  } finally {
    await explorer.close();
  }
}

// Playwright closes the browser then, and a run without one finds nothing but that.
process.once('SIGTERM', () => process.exit(143));
process.exitCode = await main();
