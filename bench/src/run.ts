import { cpus } from 'node:os';
import { audit } from './audits/audit.ts';
import { caseNamed } from './cases/cases.ts';
import { contestantsOf, isPeer } from './contestants/contestants.ts';
import { openStage, type OpenStage } from './open-stage.ts';
import type { Options } from './options.ts';
import { installPeers } from './peers/install-peers.ts';
import { auditTable } from './report/audit-tables.ts';
import { keep } from './report/keep.ts';
import type { CaseReport, Result } from './report/result.ts';
import { tableOf } from './report/table.ts';
import { runCase } from './run-case.ts';
import { runTraces } from './run-traces.ts';
import { CONDITIONS } from './visit/conditions.ts';

/** The forms that axe looks at, and that are sent under the strict policy. */
const AUDITED = { form: caseNamed('25'), short: caseNamed('2') };

/** Does what `options` ask for, prints it, and keeps it unless it was a trial. */
export async function run(options: Options): Promise<void> {
  const contestants = contestantsOf(options.contestants);
  const forms = options.cases.map((id) => caseNamed(id));
  if (contestants.some(({ id }) => isPeer(id))) await installPeers();
  const stage = await openStage(options.connectMs);
  try {
    if (options.trace) return await runTraces(stage, forms, contestants);
    const cases: CaseReport[] = [];
    for (const form of forms) {
      const report = await runCase(stage, form, contestants, options.rounds);
      print(report);
      cases.push(report);
    }
    const audits = options.smoke ? undefined : await audit(stage, AUDITED, contestants);
    if (audits !== undefined) console.log(`\nOnce, ${audits.form}\n${auditTable(audits)}`);
    const result = {
      ...about(stage, options),
      contestants: contestants.map(({ id, title }) => ({ id, title })),
      cases,
    };
    if (!options.smoke) await keep({ ...result, ...(audits && { audits }) }, options.latest);
  } finally {
    await stage.close();
  }
}

function about(
  { browser }: OpenStage,
  { rounds, connectMs }: Options,
): Omit<Result, 'contestants' | 'cases'> {
  return {
    at: new Date().toISOString(),
    browser: browser.version(),
    cores: cpus().length,
    node: process.version,
    conditions: { ...CONDITIONS, connectMs },
    rounds,
  };
}

function print({ title, figures, failures }: CaseReport): void {
  console.log(`\n${title}\n${tableOf(figures)}`);
  for (const [id, why] of Object.entries(failures)) console.log(`${id} failed: ${why}`);
}
