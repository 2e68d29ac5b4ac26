import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FormController } from './form-controller.ts';
import type { FormLanguage, FieldStore } from './field-store.ts';

/** What all components of a form share. Only the language changes. */
export interface FormContextValue
  extends FormLanguage, Pick<FormController, 'store' | 'model' | 'askedForm'> {
  controller: FormController;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A field is outside a form');
  return form;
}

/** Reads from the form's store, and renders again when the result changes. */
export function useStored<Value>(read: (store: FieldStore) => Value): Value {
  const { store } = useForm();
  const snapshot = () => read(store);
  return useSyncExternalStore(store.subscribe, snapshot, snapshot);
}
