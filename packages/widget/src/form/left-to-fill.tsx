import type { ReactNode } from 'react';
import { useForm } from './form-context.ts';
import { LEFT_ID, useProgress } from './use-progress.ts';

/**
 * How many required fields of a long form are still empty, above its button. It is read out with the
 * button, and by itself only once: when none is left.
 */
export function LeftToFill(): ReactNode {
  const { messages } = useForm();
  const progress = useProgress();
  if (progress === undefined) return null;
  const { required, missing } = progress;
  const left = messages.left(missing);
  return (
    <div className="progress" part="progress">
      <progress max={required} value={Math.max(0, required - missing)} aria-hidden />
      <p id={LEFT_ID}>{left}</p>
      <output className="unseen">{missing === 0 && left}</output>
    </div>
  );
}
