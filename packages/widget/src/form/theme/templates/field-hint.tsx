import type { ReactNode } from 'react';
import { partId } from '../../fields/field-id.ts';

/** One line of help; plain text, whatever it holds. */
export function FieldHint({
  rjsfId,
  text,
}: {
  rjsfId: string;
  text?: string | undefined;
}): ReactNode {
  if (!text) return null;
  return (
    <p className="hint" part="hint" id={partId(rjsfId, 'hint')}>
      {text}
    </p>
  );
}
