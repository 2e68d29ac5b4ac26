import type { ReactNode } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import { useForm } from '../../form-context.ts';

/** “25 options: type or choose”. */
export function SearchHint({ id, count }: { id: string; count: number }): ReactNode {
  const { messages } = useForm();
  return (
    <p className="hint" part="hint" id={id}>
      {formatMessage(messages.searchHint, count)}
    </p>
  );
}
