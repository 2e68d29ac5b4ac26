import type { WidgetProps } from '@rjsf/utils';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from '../../form-context.ts';

/**
 * Returns a function that commits a choice. It first commits pending text of other fields, because a
 * choice may switch branches, and RJSF then keeps only the values that it has received.
 *
 * The form has the value when the function returns. Otherwise React would apply changes from native
 * events and promises in a later task, and a second choice or a submit before that would lose the first.
 */
export function useChoice({ id, onChange }: Pick<WidgetProps, 'id' | 'onChange'>) {
  const { store } = useForm();
  // `onChange` closes over the data of its render, which the commit above replaces.
  const latest = useRef(onChange);
  latest.current = onChange;
  return (value: unknown) => {
    flushSync(() => store.typing.commitAll({ keepFocused: true }));
    flushSync(() => latest.current(value, undefined, id));
  };
}
