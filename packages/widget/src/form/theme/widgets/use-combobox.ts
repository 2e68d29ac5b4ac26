import { useEffect, useRef, type RefObject } from 'react';
import type { Choice } from '../../../combobox/choice.ts';
import { useForm } from '../../form-context.ts';

/**
 * Makes the input in an element a combobox once that can be had; until then, and without it, the
 * input takes text as it is.
 *
 * @returns for the element around the input
 */
export function useCombobox(choices: readonly Choice[]): RefObject<HTMLDivElement | null> {
  const { loadCombobox, messages } = useForm();
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef({ choices, messages });
  latest.current = { choices, messages };
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    void loadCombobox().then((combobox) => {
      const input = ref.current?.querySelector('input');
      if (isGone || !input) return;
      remove = combobox?.enhance(input, {
        choices: () => latest.current.choices,
        count: (count) => latest.current.messages.suggestions(count),
      });
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [loadCombobox]);
  return ref;
}
