import type { FilledIn } from '../element/filled-in.ts';

/** What was filled into fields that nobody listens to yet, so that only their names are known. */
export interface EarlyAnswers {
  /** What the fields were drawn from; `null` when nobody knows. */
  fingerprint: string | null;
  answers: readonly FilledIn[];
}

/** Where they stand beside the values by field: no field is called so. */
const KEY = '';

/**
 * Values with early answers beside them, and those of `before` whose fields were not filled in again.
 *
 * @param isTaken - the form has taken over what is in `now`: it is among the values
 */
export function withAnswers(
  values: object,
  before: unknown,
  now: EarlyAnswers,
  isTaken: boolean,
): object {
  const names = new Set(now.answers.map(({ name }) => name));
  const left = answersIn(before, now.fingerprint).filter(({ name }) => !names.has(name));
  const answers = isTaken ? left : [...left, ...now.answers];
  return { ...values, [KEY]: answers.length > 0 ? { ...now, answers } : undefined };
}

/** The early answers that were kept; the number of a choice says nothing of another form. */
export function answersIn(kept: unknown, fingerprint: string | null | undefined): FilledIn[] {
  const early = (kept as { [KEY]?: EarlyAnswers } | undefined)?.[KEY];
  return (early?.answers ?? []).filter(
    ({ text }) => text !== undefined || early?.fingerprint === fingerprint,
  );
}
