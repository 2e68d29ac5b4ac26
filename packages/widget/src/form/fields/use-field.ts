import type { RJSFSchema } from '@rjsf/utils';
import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react';
import type { FieldMessages } from '../../i18n/messages.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';
import { childPointer, parentOf, pointersAround, valueAt } from '../../validation/json.ts';
import { useForm, useStored } from '../form-context.ts';
import type { InputMethod } from '../field-store.ts';
import { autofillToken } from './autofill.ts';
import { domId, partId } from './field-id.ts';
import { isNumeric } from './identity-documents.ts';
import { canWarn, type FieldKind, textKind, type TextKind } from './kinds.ts';
import { documentOf, entryMessages, fieldMessages } from './labels.ts';
import { standardField } from './standard-field.ts';

/** The array around a field. */
export const EntryContext = createContext<{
  /** JSON Pointer of the array. */
  list?: string;
  /** What its entries are called; `undefined` in a tuple, where each has its own title. */
  entry?: string | undefined;
}>({});

export interface FieldInfo {
  messages: FieldMessages;
  /** The identity document whose number the field holds; `undefined` if none, or any. */
  document?: DocumentName | undefined;
  /** A number of that document, or of this schema, has no letters. */
  isDigitsOnly?: boolean;
  error?: string | undefined;
  /** The field has a place for a warning. */
  canWarn: boolean;
}

/** What a field's template passes to its widget. */
export const FieldContext = createContext<FieldInfo>({
  messages: { label: '', ask: '' },
  canWarn: false,
});

const DIGITS_ONLY = /^\^(?:(?:\\d|\[0-9\])(?:\{\d+(?:,\d*)?\}|[+*?])?)+\$$/;

/** The same object until a part of it changes. */
export function useFieldInfo(pointer: string, schema: RJSFSchema, kind: FieldKind): FieldInfo {
  const form = useForm();
  const documentType = useDocumentType(pointer);
  const messages = useMessages(pointer, schema, documentType);
  const document = documentOf(pointer, schema, form, documentType);
  // Without a chosen type or a title, it may be the number of a passport, too.
  const isNamed = Boolean(documentType) || schema.title !== undefined;
  const isDigitsOnly = (isNamed && isNumeric(document)) || DIGITS_ONLY.test(schema.pattern ?? '');
  const error = useFieldError(pointer);
  const mayWarn = canWarn(pointer, schema, kind);
  return useMemo(
    () => ({ messages, document, isDigitsOnly, error, canWarn: mayWarn }),
    [messages, document, isDigitsOnly, error, mayWarn],
  );
}

/** The error that is shown beside a field, object, or array. */
export function useFieldError(pointer: string): string | undefined {
  return useStored((store) => store.errorAt(pointer));
}

/** Label and hint of a field, object, or array. */
export function useFieldMessages(pointer: string, schema: RJSFSchema): FieldMessages {
  return useMessages(pointer, schema, useDocumentType(pointer));
}

function useMessages(pointer: string, schema: RJSFSchema, documentType: unknown): FieldMessages {
  const form = useForm();
  const { list, entry } = useContext(EntryContext);
  return useMemo(
    () =>
      list === parentOf(pointer)
        ? entryMessages(pointer, schema, entry, form)
        : fieldMessages(pointer, schema, form, documentType),
    [pointer, schema, form, documentType, list, entry],
  );
}

/** The document type chosen beside a document number; `undefined` for other fields. */
function useDocumentType(pointer: string): unknown {
  const isNumber = standardField(pointer) === 'document_id';
  const { model } = useForm();
  return useStored(() =>
    isNumber ? model.valueAt(childPointer(parentOf(pointer), 'document_id_type')) : undefined,
  );
}

/** The attributes of a field's input, which tie it to its hint, error, and warning. */
export function useInputProps({ pointer, required }: { pointer: string; required: boolean }) {
  const { messages, error, canWarn: mayWarn } = useContext(FieldContext);
  const described = [
    messages.hint && partId(pointer, 'hint'),
    error && partId(pointer, 'error'),
    mayWarn && partId(pointer, 'warning'),
  ];
  return {
    id: domId(pointer),
    name: domId(pointer),
    'aria-required': required || undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : (true as const),
  };
}

/** What a browser may fill in; `off` for data of other people. */
export function useAutofill(pointer: string, { title = '' }: RJSFSchema): string | undefined {
  const { model } = useForm();
  const around = pointersAround(pointer).map((each) => model.valueNodeAt(each)?.node.schema.title);
  return autofillToken(pointer, [...around.map((each) => each ?? ''), title]);
}

/**
 * Registers a field or container with the form's store while it is mounted.
 *
 * @param focusId - `null` for what another component registers
 */
export function useRegisteredField(
  pointer: string,
  messages: FieldMessages,
  inputMethod: InputMethod,
  focusId: string | null = domId(pointer),
): void {
  const { store } = useForm();
  useLayoutEffect(() => {
    if (focusId === null) return undefined;
    return store.register({ pointer, focusId, messages, inputMethod });
  }, [store, pointer, focusId, messages, inputMethod]);
}

interface ReadOnlyValue {
  pointer: string;
  schema: RJSFSchema;
  readonly: boolean;
  value: unknown;
}

/**
 * Whether a `readOnly` field is shown as text: only if it was opened with a valid value. Otherwise it
 * is an input, since a candidate could not complete the form. Decided once, so that no input vanishes
 * during typing.
 */
export function useIsReadOnly({ pointer, schema, readonly, value }: ReadOnlyValue): boolean {
  const { model } = useForm();
  const [isReadOnly] = useState(() => {
    if (!readonly || value === undefined) return false;
    const isPrefilled = (valueAt(model.defaults, pointer) ?? schema.default) !== undefined;
    if (!isPrefilled) return false;
    return model.accepts(schema, value);
  });
  return isReadOnly;
}

/** The kind of a text field, computed once per schema. */
export function useTextKind(pointer: string, schema: RJSFSchema): TextKind {
  const { model } = useForm();
  return useMemo(
    () => textKind(pointer, schema, (text) => model.accepts(schema, text)),
    [pointer, schema, model],
  );
}
