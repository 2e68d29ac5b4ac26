import type { ReactNode } from 'react';
import { useStored } from './form-context.ts';
import { LEFT_ID, useProgress } from './use-progress.ts';

/**
 * The one button of the form. It keeps the focus while the data is on its way: a disabled button
 * would lose it.
 */
export function SubmitButton({ label }: { label: string }): ReactNode {
  const isBusy = useStored((store) => store.isBusy);
  const progress = useProgress();
  return (
    <button
      type="submit"
      className="button primary"
      part="submit"
      aria-describedby={progress && LEFT_ID}
      aria-disabled={isBusy || undefined}
    >
      {label}
    </button>
  );
}
