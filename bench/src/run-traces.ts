import { openUnhurried } from './audits/open-unhurried.ts';
import type { FormCase } from './cases/form-case.ts';
import type { Contestant } from './contestants/contestant.ts';
import type { OpenStage } from './open-stage.ts';
import { traceTable } from './report/trace-table.ts';
import { putPage } from './run-case.ts';
import { trace } from './visit/trace.ts';

/** Prints how each page comes about, request by request. */
export async function runTraces(
  stage: OpenStage,
  forms: readonly FormCase[],
  contestants: readonly Contestant[],
): Promise<void> {
  for (const form of forms)
    for (const contestant of contestants) {
      const url = await putPage(stage, form, contestant);
      if (url === undefined) continue;
      await (await openUnhurried(stage.browser, { ...contestant, url })).close();
      const table = traceTable(await trace(stage.browser, contestant, url));
      console.log(`\n${contestant.title}, ${form.title}\n${table}`);
    }
}
