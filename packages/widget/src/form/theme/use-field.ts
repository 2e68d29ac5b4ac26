import type { WidgetProps } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import {
  type ChangeEvent,
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { withValueAt } from '../../validation/json.ts';
import type { FieldInfo } from '../asked-form/field-info.ts';
import type { ChoiceField } from '../choice-commits.ts';
import { domId, partId } from '../fields/field-id.ts';
import { useForm, useStored } from '../form-context.ts';

/** What is asked at the path of the innermost SchemaField. */
export const FieldContext = createContext<FieldInfo | null>(null);

/** What is asked where a template or a widget renders. */
export function useFieldInfo(): FieldInfo {
  const info = useContext(FieldContext);
  if (info === null) throw new Error('A template or widget is outside a SchemaField');
  return info;
}

/** The error that is shown beside a field, object, or array. */
export function useFieldError(pointer: string): string | undefined {
  return useStored((store) => store.errorAt(pointer));
}

/** The attributes of a widget's input, which tie it to its hint, help, error, and warning. */
export function useInputProps({ required }: { required?: boolean | undefined }) {
  const { pointer, messages, uiSchema, canWarn } = useFieldInfo();
  const error = useFieldError(pointer);
  const described = [
    messages.hint && partId(pointer, 'hint'),
    uiSchema['ui:help'] && partId(pointer, 'help'),
    error && partId(pointer, 'error'),
    canWarn && partId(pointer, 'warning'),
  ];
  return {
    id: domId(pointer),
    name: domId(pointer),
    'aria-required': required || undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : (true as const),
  };
}

/**
 * Passes a chosen value on. The form shows it when this returns: React would render changes of native events and
 * promises in a later task. The text of other fields is committed first, since a choice may switch branches.
 */
export function useChoose(onChange: WidgetProps['onChange']): (value: unknown) => void {
  const { textCommits } = useForm().store;
  return (value) => {
    textCommits.commitAll({ keepFocused: true });
    flushSync(() => onChange(value));
  };
}

/**
 * Lets the form commit a choice, also one that a tool makes.
 *
 * @returns the ref of the element with the options, and the handler of its controls
 */
export function useChoiceField<Around extends Element>(field: ChoiceField) {
  const { choiceCommits } = useForm().store;
  const latest = useRef(field);
  // Not before the screen shows it.
  useLayoutEffect(() => {
    latest.current = field;
  });
  const ref = useCallback(
    (element: Around) => choiceCommits.follow(element, () => latest.current),
    [choiceCommits],
  );
  return { ref, onChange: ({ target }: ChangeEvent) => choiceCommits.commitAround(target) };
}

/**
 * Passes on what a value means that nobody has edited. It still belongs to the service or the host, whose next value
 * replaces it: no draft keeps it.
 */
export function useCorrect(): (value: unknown) => void {
  const { controller, model } = useForm();
  const { pointer } = useFieldInfo();
  return (value) => {
    model.take(withValueAt(model.values, pointer, value) as FormData);
    controller.changed(pointer);
  };
}
