import type { ReactNode } from 'react';
import { partId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';
import type { FieldWords, RemarkName } from '../../../i18n/messages.ts';

interface FieldRemarkProps {
  rjsfId: string;
  words: FieldWords;
  remark: RemarkName | undefined;
}

/** What looks odd about an answer and blocks nothing, read out once it is there. */
export function FieldRemark({ rjsfId, words, remark }: FieldRemarkProps): ReactNode {
  const { messages } = useForm();
  return (
    <output className="remark" part="remark" id={partId(rjsfId, 'remark')}>
      {remark && messages.remarks[remark](words)}
    </output>
  );
}
