import type { ReactNode } from 'react';
import { partId, pointerOf } from '../../fields/field-id.ts';
import { useForm, useNote } from '../../form/form-context.ts';
import type { FieldWords } from '../../../messages/messages.ts';

/** What looks odd about an answer and blocks nothing, read out once it is there. */
export function FieldRemark({ rjsfId, words }: { rjsfId: string; words: FieldWords }): ReactNode {
  const { messages } = useForm();
  const { remark } = useNote(pointerOf(rjsfId));
  return (
    <output className="remark" part="remark" id={partId(rjsfId, 'remark')}>
      {remark && messages.remarks[remark](words)}
    </output>
  );
}
