import type { FieldCounts } from './form-handle.ts';
import { useStored } from './form-context.ts';

/** A form of fewer fields is seen whole: there is nothing to say. */
export const LONG = 9;

/** Id of the sentence that says how much is left. */
export const LEFT_ID = 'left';

/** How far the candidate is in a long form; `undefined` in a short one. */
export function useProgress(): FieldCounts | undefined {
  const counts = useStored((store) => store.counts);
  return counts.fields >= LONG && counts.required > 0 ? counts : undefined;
}
