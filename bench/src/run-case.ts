import type { FormCase } from './cases.ts';
import type { Contestant } from './contestants/contestant.ts';
import type { OpenStage } from './open-stage.ts';
import { summarize, type CaseReport } from './report/results.ts';
import { warmUp, type PageTarget } from './visit/open-page.ts';
import { visit, type Extent, type Visit } from './visit/visit.ts';

/**
 * Measures one form with each contestant. The rounds are interleaved and begin with another
 * contestant each time, so that a slow moment of the machine affects all of them.
 */
export async function runCase(
  stage: OpenStage,
  form: FormCase,
  contestants: readonly Contestant[],
  rounds: number,
): Promise<CaseReport> {
  const failures: Record<string, string> = {};
  const measured: Record<string, (Visit | undefined)[]> = {};
  const targets: (PageTarget & { id: string })[] = [];
  for (const contestant of contestants) {
    const url = await stage.publish(contestant, form);
    if (url === undefined) continue;
    const target = { ...contestant, url };
    measured[contestant.id] = [];
    targets.push(target);
    await warmUp(stage.browser, target);
  }
  for (let round = 0; round < rounds; round += 1) {
    const first = round % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      const visits = (measured[target.id] ??= []);
      try {
        visits.push(await visit(stage.browser, target, extentOf(form)));
      } catch (error) {
        visits.push(undefined);
        failures[target.id] =
          error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      }
      process.stderr.write('.');
    }
  }
  process.stderr.write('\n');
  const figures = Object.fromEntries(
    Object.keys(measured).map((id) => [id, summarize(id, measured)]),
  );
  return { id: form.id, title: form.title, figures, failures, measured };
}

/** Keys are not measured in forms of extreme length. */
function extentOf({ fields }: FormCase): Extent {
  const isTyped = fields.length <= 200;
  return { earlyKeys: isTyped, keys: isTyped && fields.length >= 25 };
}
