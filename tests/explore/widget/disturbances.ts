import fc from 'fast-check';
import { newTrace } from '../shared/explore.ts';
import { Violation } from '../shared/explorer.ts';
import type { PageStep } from './page-steps.ts';
import { type Outcome, type Parts, runScript } from './run.ts';
import type { Script, Step } from './steps.ts';

/** What a page may do at any time, and must change nothing of what the candidate's actions lead to. */
const DISTURBANCES = [
  'reloads',
  'moves the form',
  'removes the form and adds it again',
  'changes the texts',
  'renews the session',
  'is translated',
  'has small text',
  'clips what is larger than the form',
  'opens six more forms',
  'is opened in a second tab',
] as const satisfies readonly PageStep[];

/** Other steps of a page, whose effect no disturbance changes. */
const INDEPENDENT: readonly PageStep[] = [
  ...DISTURBANCES,
  'changes the language',
  'goes online',
  'gets its scripts',
];

/** What the page does in a visit in which it did nothing, and before which step. */
export interface Disturbance {
  what: PageStep;
  at: number;
}

export const disturbances = fc.record<Disturbance>({
  what: fc.constantFrom(...DISTURBANCES, 'reloads'),
  at: fc.nat({ max: 40 }),
});

const isDisturbance = (step: Step): boolean =>
  step.do === 'page' && (DISTURBANCES as readonly PageStep[]).includes(step.what);

/**
 * Whether everything else in a visit happens without its disturbances, too: a reload keeps neither a large file nor
 * what was typed before the scripts had arrived.
 */
const isComparable = ({ opening, steps }: Script): boolean =>
  !opening.isEarly &&
  opening.fault === undefined &&
  steps.every(
    (step) =>
      step.do !== 'fault' &&
      step.do !== 'service' &&
      (step.do !== 'page' || INDEPENDENT.includes(step.what)) &&
      !(step.do === 'file' && step.name.includes('-100k')),
  );

/**
 * Compares a visit with the same one without its disturbances, or, if it has none, with one more.
 *
 * @param added - this one
 */
export async function compareDisturbed(
  parts: Parts,
  script: Script,
  outcome: Outcome | undefined,
  added?: Disturbance,
): Promise<void> {
  if (outcome === undefined || !isComparable(script)) return;
  const { steps } = script;
  if (steps.some(isDisturbance)) {
    const calm = await calmOutcome(parts, {
      ...script,
      steps: steps.filter((step) => !isDisturbance(step)),
    });
    if (calm !== undefined) compare(parts, script, { calm, disturbed: outcome });
    return;
  }
  // It must come before a submit: a reload takes the errors away.
  const last = steps.findLastIndex((step) => step.do === 'submit');
  if (added === undefined || last === -1) return;
  const step: Step = { do: 'page', what: added.what };
  const more = { ...script, steps: steps.toSpliced(added.at % (last + 1), 0, step) };
  const disturbed = await runScript(parts, more);
  if (disturbed !== undefined) compare(parts, more, { calm: outcome, disturbed });
}

function compare(
  { trace }: Parts,
  { opening, steps }: Script,
  { calm, disturbed }: { calm: Outcome; disturbed: Outcome },
): void {
  // A reload takes the errors away, until the candidate submits again; a step shows only its own.
  const hasErrors =
    !opening.hasSteps &&
    steps.findLastIndex(isDisturbance) < steps.findLastIndex((step) => step.do === 'submit');
  for (const what of hasErrors ? (['data', 'errors'] as const) : (['data'] as const))
    if (calm[what] !== disturbed[what])
      trace.report({
        property: 'i',
        kind: `other ${what} with a disturbance`,
        expected: calm[what],
        seen: disturbed[what],
      });
}

/** `undefined`: the visit has a fault of its own, which has nothing to do with disturbances. */
async function calmOutcome(parts: Parts, script: Script): Promise<Outcome | undefined> {
  try {
    return await runScript({ ...parts, trace: newTrace() }, script);
  } catch (error) {
    if (error instanceof Violation) return undefined;
    throw error;
  }
}
