import { globSync, readFileSync } from 'node:fs';
import { faultOf, newTrace } from '../shared/explore.ts';
import type { Action } from './actions.ts';
import { foreignForm } from './foreign-form.ts';
import type { Schema } from './form.ts';
import { Run } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import { Tab } from './visit.ts';

const OPENING = { locale: 'en', isPrerendered: false, isEarly: false } as const;
const SUBMIT: Action = { act: 'submit', how: 'click' };
/** How often a candidate corrects what is refused. */
const CORRECTIONS = 8;
/** Answers that AJV refuses, too: another candidate's may be valid together. */
const REFUSED = 'no valid answers found: ';

/** Opens, fills in, and submits each `*.json` schema in a folder; returns how many are not exact. */
export async function runSchemaFolder(folder: string, checkout: string): Promise<number> {
  const paths = globSync('**/*.json', { cwd: folder }).toSorted();
  const stage = await openStage(checkout);
  let exact = 0;
  try {
    for (const path of paths) {
      const schema = JSON.parse(readFileSync(`${folder}/${path}`, 'utf8')) as Schema;
      const started = performance.now();
      let reason: string | undefined = REFUSED;
      for (const candidate of CANDIDATES)
        if (reason?.startsWith(REFUSED)) reason = await visitOnce(stage, schema, candidate);
      if (reason === undefined) exact += 1;
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${path}: ${reason?.slice(0, 400) ?? 'exact'} (${seconds} s)`);
    }
  } finally {
    await stage.close();
  }
  console.log(`${exact} of ${paths.length} exact`);
  return paths.length - exact;
}

interface Candidate {
  pick: number;
  isRequiredOnly: boolean;
}

const CANDIDATES: readonly Candidate[] = [
  { pick: 0, isRequiredOnly: false },
  { pick: 0, isRequiredOnly: true },
  { pick: 1, isRequiredOnly: true },
];

/** Why a schema's form is not exact; `undefined`: it is. */
async function visitOnce(stage: Stage, schema: Schema, { pick, isRequiredOnly }: Candidate) {
  const tab = await Tab.open(stage);
  // Of other schemas, only what is sent is judged.
  const trace = newTrace(({ property }) => !'abdg'.includes(property));
  try {
    const run = await Run.begin({ stage, tab, trace }, foreignForm(schema), OPENING);
    if (run === undefined) return 'does not open';
    const complete: Action = { act: 'complete', pick, isRequiredOnly };
    do await run.act(complete);
    while (!isRequiredOnly && (await run.addEntry()));
    for (let again = 0; again < CORRECTIONS; again += 1) {
      if (!(await run.act(SUBMIT))) return undefined;
      const before = trace.words.length;
      await run.act({ act: 'correct', pick: pick + again + 1 });
      // An error may stand at no control: one of several is needed.
      const isCorrected = trace.words.length > before;
      await run.act({ ...complete, isRequiredOnly: isRequiredOnly && isCorrected });
    }
    return `${REFUSED}${await run.shownErrors()}`;
  } catch (error) {
    const { kind, seen } = faultOf(error);
    return `${kind}: ${seen}`.replaceAll(/\s+/g, ' ');
  } finally {
    await tab.close();
  }
}
