import type { FormCase } from '../cases/form-case.ts';
import type { Contestant } from '../contestants/contestant.ts';
import type { OpenStage } from '../open-stage.ts';
import type { Audits } from '../report/result.ts';
import { putPage } from '../run-case.ts';
import { auditAxe } from './audit-axe.ts';
import { auditPolicy } from './audit-policy.ts';
import { strictPolicy } from './strict-policy.ts';

/** Looks once at each contestant's page: what axe finds in `form`, and how `short` bears the strict policy. */
export async function audit(
  stage: OpenStage,
  { form, short }: { form: FormCase; short: FormCase },
  contestants: readonly Contestant[],
): Promise<Audits> {
  const audits: Audits = { form: form.title, axe: {}, policy: {} };
  for (const contestant of contestants) {
    const { id } = contestant;
    const url = await putPage(stage, form, contestant);
    const strictUrl = await putPage(stage, short, contestant, strictPolicy(contestant, stage));
    if (url === undefined || strictUrl === undefined) continue;
    audits.axe[id] = await auditAxe(stage.browser, { ...contestant, url });
    audits.policy[id] = await auditPolicy(stage.browser, { ...contestant, url: strictUrl });
  }
  return audits;
}
