import { strictPolicy } from './audits/strict-policy.ts';
import { openUnhurried } from './audits/open-unhurried.ts';
import type { FormCase } from './cases/form-case.ts';
import type { Contestant } from './contestants/contestant.ts';
import type { OpenStage } from './open-stage.ts';
import type { CaseReport } from './report/result.ts';
import { summarise } from './report/summary.ts';
import { visit, type Visit } from './visit/visit.ts';

/** Fewer fields or more are loaded, and not typed into. */
const TYPED_INTO = { least: 25, most: 200 };

/** Interleaved, so that what slows the machine slows all. The first of `contestants` is the base. */
export async function runCase(
  stage: OpenStage,
  form: FormCase,
  contestants: readonly Contestant[],
  rounds: number,
): Promise<CaseReport> {
  const { fields } = form;
  const failures: Record<string, string> = {};
  const measured: Record<string, (Visit | undefined)[]> = {};
  const entrants: { contestant: Contestant; url: string }[] = [];
  for (const contestant of contestants) {
    const url = await putPage(stage, form, contestant);
    if (url === undefined) continue;
    measured[contestant.id] = [];
    entrants.push({ contestant, url });
    await (await openUnhurried(stage.browser, { ...contestant, url })).close();
  }
  for (let round = 0; round < rounds; round += 1) {
    const isTyped = fields.length >= TYPED_INTO.least && fields.length <= TYPED_INTO.most;
    const further = round % 2 === 0 && isTyped;
    const first = round % entrants.length;
    for (const { contestant, url } of [...entrants.slice(first), ...entrants.slice(0, first)]) {
      const { id } = contestant;
      try {
        measured[id]?.push(await visit(stage.browser, contestant, { url, further }));
      } catch (error) {
        measured[id]?.push(undefined);
        failures[id] =
          error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      }
      process.stderr.write('.');
    }
  }
  process.stderr.write('\n');
  const base = measured[contestants[0]?.id ?? ''] ?? [];
  const figures = Object.fromEntries(
    Object.entries(measured).map(([id, visits]) => [id, summarise(visits, base)]),
  );
  return { id: form.id, title: form.title, figures, failures, measured };
}

/** Makes the page of `contestant` ready, under `policy` if there is one; resolves to its address. */
export async function putPage(
  { server, ...stage }: OpenStage,
  form: FormCase,
  contestant: Contestant,
  policy = contestant.nonce === undefined ? undefined : strictPolicy(contestant, stage),
): Promise<string | undefined> {
  const html = await contestant.page(form, stage);
  if (html === undefined) return undefined;
  const path = `/${policy === undefined ? '' : 'strict-'}${contestant.id}-${form.id}.html`;
  server.put(path, html, policy);
  return server.url + path;
}
