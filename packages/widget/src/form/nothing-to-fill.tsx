import type { ReactNode } from 'react';
import { useForm } from './form-context.ts';

/** What a form without fields says above its button. */
export function NothingToFill(): ReactNode {
  const { title, text } = useForm().messages.nothingToFill;
  return (
    <div className="field nothing">
      <p className="label">{title}</p>
      <p className="hint">{text}</p>
    </div>
  );
}
