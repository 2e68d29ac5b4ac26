// npm run bench [-- options]: our element, native HTML, and other form libraries in one run.
import { cpus } from 'node:os';
import { withUsage } from 'precandidate-testing/with-usage.ts';
import { caseNamed } from './cases.ts';
import { installPeers } from './contestants/build-peers.ts';
import { contestantsOf, isPeer } from './contestants/contestants.ts';
import { openStage } from './open-stage.ts';
import { readOptions, USAGE, type Options } from './options.ts';
import { measureLoad, reasonsForVoid } from './report/busy.ts';
import { keep, latestResult } from './report/keep.ts';
import type { CaseReport } from './report/results.ts';
import { tableOf } from './report/tables.ts';
import { runCase } from './run-case.ts';
import { CONDITIONS } from './visit/open-page.ts';

/** Measures, prints the tables, and keeps the result unless it was a smoke test. */
async function run(options: Options): Promise<void> {
  const contestants = contestantsOf(options.contestants);
  const forms = options.cases.map((id) => caseNamed(id));
  const loads = [await measureLoad()];
  if (contestants.some(({ id }) => isPeer(id))) await installPeers();
  const stage = await openStage();
  try {
    const cases: CaseReport[] = [];
    for (const form of forms) {
      if (!options.smoke) loads.push(await measureLoad());
      const report = await runCase(stage, form, contestants, options.rounds);
      print(report);
      cases.push(report);
    }
    if (options.smoke) return;
    const measured = {
      at: new Date().toISOString(),
      browser: stage.browser.version(),
      cores: cpus().length,
      machine: cpus()[0]?.model ?? 'unknown',
      node: process.version,
      conditions: CONDITIONS,
      rounds: options.rounds,
      loads,
      contestants: contestants.map(({ id, title }) => ({ id, title })),
      cases,
    };
    const reasons = reasonsForVoid(measured, await latestResult());
    await keep({ ...measured, void: reasons }, options.latest);
  } finally {
    await stage.close();
  }
}

function print({ title, figures, failures }: CaseReport): void {
  console.log(`\n${title}\n${tableOf(figures)}`);
  for (const [id, why] of Object.entries(failures)) console.log(`${id} failed: ${why}`);
}

await run(withUsage(USAGE, () => readOptions(process.argv.slice(2))));
