import type { WidgetProps } from '@rjsf/utils';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from '../../form-context.ts';

/**
 * Hands over a choice: after what was typed in other fields has reached RJSF, since another shape
 * takes over only what RJSF knows. The value of a field that a condition takes away is dropped by it.
 */
export function useChosen({ id, onChange }: Pick<WidgetProps, 'id' | 'onChange'>) {
  const { store } = useForm();
  // RJSF's own answer to a choice holds the data that it was drawn with.
  const latest = useRef(onChange);
  latest.current = onChange;
  return (value: unknown) => {
    flushSync(() => store.commitAll());
    latest.current(value, undefined, id);
  };
}
