import { caseNamed } from './cases/cases.ts';
import { contestantsOf } from './contestants/contestants.ts';
import { openStage } from './open-stage.ts';
import type { Options } from './options.ts';
import { summarise } from './report/summary.ts';
import { tableOf } from './report/table.ts';
import { traceTable } from './report/trace-table.ts';
import { runCase } from './run-case.ts';
import { trace } from './visit/trace.ts';

/** Does what `options` ask for and prints it. */
export async function run(options: Options): Promise<void> {
  const contestants = contestantsOf(options.contestants);
  const stage = await openStage('.build/bench');
  try {
    for (const form of options.cases.map((id) => caseNamed(id))) {
      console.log(`\n${form.title}`);
      if (options.trace) {
        for (const contestant of contestants) {
          const html = await contestant.page(form, stage);
          if (html === undefined) continue;
          stage.server.put('/trace.html', html);
          await trace(stage.browser, contestant, `${stage.server.url}/trace.html`);
          console.log(`\n${contestant.title}`);
          console.log(
            traceTable(await trace(stage.browser, contestant, `${stage.server.url}/trace.html`)),
          );
        }
        continue;
      }
      const { rounds, failures } = await runCase(stage, form, contestants, options.rounds);
      const base = rounds['native'] ?? [];
      const columns = Object.entries(rounds).map(([name, visits]) => [
        name,
        summarise(visits, base),
      ]);
      console.log(tableOf(Object.fromEntries(columns)));
      for (const [name, why] of Object.entries(failures)) console.log(`${name}: ${why}`);
    }
  } finally {
    await stage.close();
  }
}
