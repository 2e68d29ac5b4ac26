import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef } from 'react';
import { isChecked } from '../../fields/checked-documents.ts';
import { pathOf, pointerOf } from '../../fields/field-id.ts';
import { isPhone } from '../../fields/input-attributes.ts';
import { isCode } from '../../fields/known-field.ts';
import { isWholePhone, tidyPhone } from '../../fields/phone-number.ts';
import { tidyText } from '../../fields/tidy-text.ts';
import { useForm } from '../../form-context.ts';
import type { DocumentName } from '../../../i18n/known-fields.ts';
import type { RemarkName } from '../../../i18n/messages.ts';
import type { CheckDigits } from '../../form-handle.ts';
import type { Reading } from './use-typed.ts';

type Judge = (text: string) => RemarkName | undefined;

/** How a line of text is understood: as a telephone number, the number of a document, or plain text. */
export function useReading(
  rjsfId: string,
  schema: RJSFSchema,
  document: DocumentName | undefined,
): Reading {
  const { store, country, loadCheckDigits } = useForm();
  const rules = useRef<CheckDigits>(undefined);
  /** Judges the last text once more: the field may have been left before the rules were there. */
  const remarkAgain = useRef(() => {});
  useEffect(() => {
    if (!isChecked(document) || rules.current) return;
    void loadCheckDigits?.().then((loaded) => {
      rules.current = loaded;
      remarkAgain.current();
    });
  }, [document, loadCheckDigits]);
  return useMemo(() => {
    const remarking = (judge: Judge): NonNullable<Reading['onRead']> => {
      const pointer = pointerOf(rjsfId);
      return (text, isRight, isDone) => {
        remarkAgain.current = () => {
          const remark = text !== '' && isRight(text) ? judge(text) : undefined;
          // What looks odd may only be unfinished: that is said once the field is left.
          if (isDone || remark === undefined) store.remark(pointer, remark);
        };
        remarkAgain.current();
      };
    };
    if (isPhone(rjsfId, schema))
      return {
        read: (typed, isRight) => tidyPhone(typed, country, isRight),
        onRead: remarking((text) => (isWholePhone(text, country) ? undefined : 'form')),
      };
    if (!isCode(pathOf(rjsfId))) return { read: (typed) => tidyText(typed) };
    const read: Reading['read'] = (typed, isRight) => tidyText(typed, isRight, document);
    return isChecked(document)
      ? { read, onRead: remarking((text) => rules.current?.oddity(text, document)) }
      : { read };
  }, [rjsfId, schema, document, country, store]);
}
