import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useSyncExternalStore,
  type DependencyList,
} from 'react';
import type { MessageSource } from '../i18n/messages.ts';
import type { LocaleNumbers } from './fields/locale-numbers.ts';
import type { Arrangement } from './form-data.ts';
import type { FieldNote } from './field-notes.ts';
import type { FormAppOptions } from './form-handle.ts';
import type { FormState, FormStore } from './form-store.ts';
import type { Press } from './typing.ts';

/** A form with at least as many fields shows the candidate's progress. */
export const LONG_FORM = 9;

/** What all components of a form share. Only the messages and number formats change. */
export interface FormContextValue extends MessageSource {
  store: FormStore;
  press: Press;
  arrangement: Arrangement;
  /** Sets the value at a path, which may be an object or array. */
  setValue: (path: readonly string[], value: unknown) => void;
  numbers: LocaleNumbers;
  /** The schema's defaults. */
  defaults: () => unknown;
  isMonthFirst: boolean;
  /** Where city lists are; ends with `/`. */
  proxyUrl: string;
  loadCombobox: FormAppOptions['loadCombobox'];
  loadCheckDigits?: FormAppOptions['loadCheckDigits'];
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A field is outside a form');
  return form;
}

/** Reads from the form's state, and renders again when the result changes. */
export function useStored<Value>(read: (state: FormState) => Value): Value {
  const { store } = useForm();
  const snapshot = () => read(store.state);
  return useSyncExternalStore(store.subscribe, snapshot, snapshot);
}

/** The error and the warning of the field at a JSON Pointer. */
export function useNote(pointer: string): FieldNote {
  const { notes } = useForm().store;
  const subscribe = useCallback(
    (listener: () => void) => notes.subscribe(pointer, listener),
    [notes, pointer],
  );
  const snapshot = () => notes.at(pointer);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/**
 * Registers a component with the form's store while it is mounted, in the commit that mounts it. A
 * server never commits, so it registers while it renders.
 *
 * @param register - returns a function that removes the registration
 */
export const useRegistration: (register: () => () => void, inputs: DependencyList) => void =
  typeof window === 'undefined' ? (register) => void register() : useLayoutEffect;
