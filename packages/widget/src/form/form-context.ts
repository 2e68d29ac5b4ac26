import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { MessageSource } from './fields/labels.ts';
import type { Arrangement } from './arrange.ts';
import type { LocaleNumbers } from './fields/locale-numbers.ts';
import type { FormAppOptions } from './form-handle.ts';
import type { FieldNote } from './field-notes.ts';
import type { FormStore } from './form-store.ts';
import type { Press } from './press.ts';

/** What every part of the form can read. Only the words can change. */
export interface FormSurroundings extends MessageSource {
  store: FormStore;
  /** Fills in what stands at a path, a list or part as a whole. */
  fillIn: (path: readonly string[], value: unknown) => void;
  press: Press;
  arrangement: Arrangement;
  numbers: LocaleNumbers;
  /** What the schema itself fills in; worked out when it is asked for. */
  given: () => unknown;
  /** Whether a date begins with its month. */
  isMonthFirst: boolean;
  /** Where the lists of cities are; ends with `/`. */
  proxyUrl: string;
  loadCombobox: FormAppOptions['loadCombobox'];
  loadCheckDigits?: FormAppOptions['loadCheckDigits'];
}

export const FormContext = createContext<FormSurroundings | null>(null);

/** The form around a component. */
export function useForm(): FormSurroundings {
  const surroundings = useContext(FormContext);
  if (surroundings === null) throw new Error('A field stands outside a form');
  return surroundings;
}

/** What `read` finds in the form's store, kept up to date; the same where a server draws the form. */
export function useStored<Value>(read: (store: FormStore) => Value): Value {
  const { store } = useForm();
  const snapshot = () => read(store);
  return useSyncExternalStore(store.subscribe, snapshot, snapshot);
}

/** What is said beside the field at a pointer, kept up to date. */
export function useNote(pointer: string): FieldNote {
  const { notes } = useForm().store;
  const subscribe = useCallback(
    (listener: () => void) => notes.subscribe(pointer, listener),
    [notes, pointer],
  );
  const snapshot = () => notes.at(pointer);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
