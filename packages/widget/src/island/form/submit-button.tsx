import { useSyncExternalStore, type ReactNode } from 'react';
import { useForm } from './form-context.ts';

/**
 * The one button of the form. It keeps the focus while the data is on its way: a disabled button
 * would lose it.
 */
export function SubmitButton({ label }: { label: string }): ReactNode {
  const { store } = useForm();
  const isBusy = useSyncExternalStore(store.subscribe, () => store.isBusy);
  return (
    <button
      type="submit"
      className="button primary"
      part="submit"
      aria-disabled={isBusy || undefined}
    >
      {label}
    </button>
  );
}
