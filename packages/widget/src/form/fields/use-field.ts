import type { RJSFSchema } from '@rjsf/utils';
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { DocumentName } from '../../i18n/known-fields.ts';
import type { FieldWords } from '../../i18n/messages.ts';
import { useForm, useNote } from '../form-context.ts';
import type { FieldNote } from '../field-notes.ts';
import type { ShownField } from '../form-store.ts';
import { useTelling } from '../use-telling.ts';
import { domId, parentOf, partId, pathOf, pointerOf } from './field-id.ts';
import { documentOf, entryWords, fieldWords } from './field-words.ts';
import { knownField } from './known-field.ts';
import type { LineKind } from './line-kind.ts';

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
export const EntryContext = createContext<{
  list?: string;
  entry?: string | undefined;
  /** Whether the list may only be read. */
  isGiven?: boolean;
}>({});

/** What the frame of a field knows for the input in it. */
export interface FieldFrame {
  words: FieldWords;
  /** The identity document whose number is asked for; absent when none is, or any. */
  document?: DocumentName | undefined;
  /** What a line of text holds. */
  line: LineKind;
  note: FieldNote;
}

export const FieldFrameContext = createContext<FieldFrame>({
  words: { label: '', ask: '' },
  line: 'text',
  note: {},
});

/** What is chosen as the type of the identity document beside a field that asks for its number. */
export function useDocumentType(rjsfId: string): unknown {
  const { store } = useForm();
  const path = pathOf(rjsfId);
  const isFollowing = knownField(path) === 'document_id';
  const answer = () =>
    isFollowing ? store.answerAt([...path.slice(0, -1), 'document_id_type']) : undefined;
  return useSyncExternalStore(isFollowing ? store.subscribeAnswers : never, answer, answer);
}

const never = () => () => {};

/** The words of a field; the same object until its schema, or the document that it asks for, changes. */
export function useWords(rjsfId: string, schema: RJSFSchema): FieldWords {
  return useWordsFor(rjsfId, schema, useDocumentType(rjsfId));
}

function useWordsFor(rjsfId: string, schema: RJSFSchema, type: unknown): FieldWords {
  const form = useForm();
  const { list, entry } = useContext(EntryContext);
  return useMemo(() => {
    const words = fieldWords(rjsfId, schema, form, type);
    if (list !== parentOf(rjsfId)) return words;
    const { hint } = words;
    const own = entryWords(rjsfId, schema, entry, form);
    return hint === undefined ? own : { ...own, hint };
  }, [rjsfId, schema, form, type, list, entry]);
}

/**
 * What the frame of a field knows; worked out once for all that stands in it.
 *
 * @param documentType - see {@link useDocumentType}
 */
export function useFieldFrame(
  rjsfId: string,
  schema: RJSFSchema,
  line: LineKind,
  documentType: unknown,
): FieldFrame {
  const form = useForm();
  const words = useWordsFor(rjsfId, schema, documentType);
  const document = documentOf(rjsfId, schema, form, documentType);
  const note = useNote(pointerOf(rjsfId));
  return useMemo(() => ({ words, document, line, note }), [words, document, line, note]);
}

/** Attributes that tie an input to its hint, its error and what is remarked on it. */
export function useFieldAria(rjsfId: string): FieldAria {
  return fieldAria(rjsfId, useContext(FieldFrameContext));
}

/** The same, for who has the frame at hand. */
export function fieldAria(rjsfId: string, { words, note }: FieldFrame): FieldAria {
  const { error, remark } = note;
  const described = [
    words.hint && partId(rjsfId, 'hint'),
    error && partId(rjsfId, 'error'),
    remark && partId(rjsfId, 'remark'),
  ];
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
  useTelling(
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
