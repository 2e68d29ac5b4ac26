import { useEffect, useRef } from 'react';
import { domId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';

/**
 * Hands over what was chosen before anything listened.
 *
 * @param take - called with the numbers of the options that are chosen, from 0
 */
export function usePicked(rjsfId: string, take: (picked: readonly number[]) => void): void {
  const { store } = useForm();
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => store.onPick(domId(rjsfId), (picked) => latest.current(picked)), [store, rjsfId]);
}
