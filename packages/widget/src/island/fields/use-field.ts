import type { RJSFSchema } from '@rjsf/utils';
import { createContext, useContext, useLayoutEffect, useMemo } from 'react';
import type { FieldWords } from '../../messages/messages.ts';
import { useError, useForm } from '../form/form-context.ts';
import type { ShownField } from '../form/form-store.ts';
import { domId, parentOf, partId, pointerOf } from './field-id.ts';
import { entryWords, fieldWords } from './field-words.ts';

/** What a field's input needs to be found and understood by assistive technology. */
export interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/**
 * The list around a field, by its id, and what its entries are called: `undefined` when each has a
 * name of its own.
 */
export const EntryContext = createContext<{ list?: string; entry?: string | undefined }>({});

/** The words of a field; the same object until its schema changes. */
export function useWords(rjsfId: string, schema: RJSFSchema): FieldWords {
  const form = useForm();
  const { list, entry } = useContext(EntryContext);
  return useMemo(() => {
    const words = fieldWords(rjsfId, schema, form);
    if (list !== parentOf(rjsfId)) return words;
    const { hint } = words;
    const own = entryWords(rjsfId, schema, entry, form);
    return hint === undefined ? own : { ...own, hint };
  }, [rjsfId, schema, form, list, entry]);
}

/** Attributes that tie an input to its hint and its error. */
export function useFieldAria(rjsfId: string, schema: RJSFSchema): FieldAria {
  const hint = useWords(rjsfId, schema).hint;
  const error = useError(pointerOf(rjsfId));
  const described = [hint && partId(rjsfId, 'hint'), error && partId(rjsfId, 'error')];
  return {
    id: domId(rjsfId),
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
}

/** Tells the form that a field or part is on the screen. */
export function useShown(
  rjsfId: string,
  words: FieldWords,
  is: Pick<ShownField, 'required' | 'isContainer' | 'answer' | 'faultOf'>,
): void {
  const { store } = useForm();
  const { required, isContainer, answer, faultOf } = is;
  // In the same commit: who is told of a change counts the fields that it brought.
  useLayoutEffect(
    () =>
      store.show({
        pointer: pointerOf(rjsfId),
        focusId: domId(rjsfId),
        words,
        required,
        isContainer,
        answer,
        faultOf,
      }),
    [store, rjsfId, words, required, isContainer, answer, faultOf],
  );
}
