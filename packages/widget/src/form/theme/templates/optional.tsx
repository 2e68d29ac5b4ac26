import type { ReactNode } from 'react';
import { useForm } from '../../form-context.ts';

/** Behind the label of what may be left empty. */
export function Optional(): ReactNode {
  return <span className="optional">{` (${useForm().messages.optional})`}</span>;
}
