import type { RJSFSchema } from '@rjsf/utils';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { MessageSource } from '../i18n/messages.ts';
import type { FormController } from './form-controller.ts';
import type { FormLanguage, FieldStore } from './field-store.ts';
import type { QuestionNode } from './model/merge.ts';

/** What all components of a form share. Only the language changes. */
export interface FormContextValue
  extends MessageSource, FormLanguage, Pick<FormController, 'store' | 'model'> {
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

/** What a widget gets. */
export interface WidgetProps {
  /** JSON Pointer into the values. */
  pointer: string;
  schema: RJSFSchema;
  value: unknown;
  required: boolean;
}

/** What the component of an object, a list, or a field gets. */
export interface FieldProps extends WidgetProps {
  node: QuestionNode;
  readonly: boolean;
  /** The field of an object's property or of a list's entry. */
  childOf: (key: string) => ReactNode;
}
