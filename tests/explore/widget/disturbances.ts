import { newTrace } from '../shared/explore.ts';
import { Violation } from '../shared/explorer.ts';
import type { PageStep } from './page-steps.ts';
import { type Outcome, type Parts, runScript } from './run.ts';
import type { Script, Step } from './steps.ts';

/** What a page may do at any time, and must change nothing of what the candidate's actions lead to. */
const DISTURBANCES: readonly PageStep[] = [
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
];

const isDisturbance = (step: Step): boolean =>
  step.do === 'page' && DISTURBANCES.includes(step.what);

/**
 * Whether everything else in a visit happens without its disturbances, too: a reload keeps neither a large file nor
 * what was typed before the scripts had arrived.
 */
const isComparable = ({ opening, steps }: Script): boolean =>
  !opening.isEarly &&
  opening.fault === undefined &&
  steps.some(isDisturbance) &&
  steps.every(
    (step) =>
      step.do !== 'fault' &&
      (step.do !== 'page' || isDisturbance(step)) &&
      !(step.do === 'file' && step.name.includes('-100k')),
  );

/** Compares a visit with the same one without the disturbances in it. */
export async function checkUndisturbed(
  parts: Parts,
  script: Script,
  disturbed: Outcome | undefined,
): Promise<void> {
  if (disturbed === undefined || !isComparable(script)) return;
  const { steps } = script;
  const calm = await calmOutcome(parts, {
    ...script,
    steps: steps.filter((step) => !isDisturbance(step)),
  });
  if (calm === undefined) return;
  // A reload takes the errors away, until the candidate submits again.
  const hasErrors =
    steps.findLastIndex(isDisturbance) < steps.findLastIndex((step) => step.do === 'submit');
  for (const what of hasErrors ? (['data', 'errors'] as const) : (['data'] as const))
    if (calm[what] !== disturbed[what])
      parts.trace.report({
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
