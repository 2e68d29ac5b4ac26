// npm run bench [-- --rounds 9]: first usable field of our embed, stock RJSF and hand-written HTML.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';
import { buildPages } from './build-pages.ts';
import { CONDITIONS, measureLoad } from './measure-load.ts';
import { openOurs } from './open-ours.ts';
import { serveFolder } from './serve-folder.ts';
import { summarise, type Rounds } from './summary.ts';

const BASE = 'native HTML';
const CONTESTANTS = { [BASE]: 'native.html', ours: 'ours.html', 'stock RJSF': 'stock-rjsf.html' };
const RESULTS = new URL('../results/', import.meta.url);

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });

async function main(rounds: number): Promise<void> {
  const server = await serveFolder(await buildPages());
  const closeOurs = await openOurs(server);
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const measured = await run(browser, server.url, rounds);
    const rows = summarise(measured, BASE);
    console.table(Object.fromEntries(rows.map(({ name, ...row }) => [name, row])));
    await keep({
      at: new Date(),
      browser: browser.version(),
      cores: cpus().length,
      conditions: CONDITIONS,
      rows,
      measured,
    });
  } finally {
    await browser.close();
    await closeOurs();
    server.close();
  }
}

/** Interleaved, so that what slows the machine slows all of them; the first round only warms up. */
async function run(browser: Browser, url: string, rounds: number): Promise<Rounds> {
  const measured: Rounds = Object.fromEntries(Object.keys(CONTESTANTS).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, page] of Object.entries(CONTESTANTS)) {
      const load = await measureLoad(browser, `${url}/${page}`);
      if (round > 0) measured[name]?.push(load);
    }
  return measured;
}

async function keep(result: { at: Date; [what: string]: unknown }): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = new URL(`${result.at.toISOString().replaceAll(':', '-')}.json`, RESULTS);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`kept in bench/results/${file.pathname.split('/').at(-1)}`);
}

await main(Number(values.rounds));
