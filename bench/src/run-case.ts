import type { FormCase } from './cases/form-case.ts';
import type { Contestant } from './contestants/contestant.ts';
import type { OpenStage } from './open-stage.ts';
import type { Rounds } from './report/summary.ts';
import { visit, type Visit } from './visit/visit.ts';

/** What all contestants did with one form. */
export interface CaseResult {
  rounds: Record<string, Rounds>;
  /** Who could not, and why. */
  failures: Record<string, string>;
}

/** Interleaved, so that what slows the machine slows all; the first round only warms up. */
export async function runCase(
  stage: OpenStage,
  form: FormCase,
  contestants: readonly Contestant[],
  rounds: number,
): Promise<CaseResult> {
  const measured: Record<string, (Visit | undefined)[]> = {};
  const failures: CaseResult['failures'] = {};
  for (const { id, page } of contestants) {
    const html = await page(form, stage);
    if (html === undefined) failures[id] = 'has no page for this case';
    else {
      stage.server.put(`/${id}-${form.id}.html`, html);
      measured[id] = [];
    }
  }
  for (let round = 0; round <= rounds; round += 1)
    for (const contestant of contestants) {
      const { id } = contestant;
      if (measured[id] === undefined) continue;
      const seen = await visit(
        stage.browser,
        contestant,
        `${stage.server.url}/${id}-${form.id}.html`,
        round > 0,
      ).catch((error: Error) => void (failures[id] = error.message));
      if (round > 0) measured[id].push(seen ?? undefined);
      process.stderr.write('.');
    }
  process.stderr.write('\n');
  return { rounds: measured, failures };
}
