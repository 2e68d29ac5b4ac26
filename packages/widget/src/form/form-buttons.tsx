import type { ReactNode } from 'react';
import { useForm, useStored } from './form-context.ts';
import { PROGRESS_ID, useProgress } from './progress.tsx';

/** *Send*, or *Continue* and *Back* in a form with steps. */
export function FormButtons({ isEmpty }: { isEmpty: boolean }): ReactNode {
  const { messages, controller } = useForm();
  const { steps } = controller;
  const isBefore = useStored(() => steps.current !== undefined);
  const hasBack = useStored(() => steps.isEnabled && steps.number > 1);
  const send = isEmpty ? messages.confirm : messages.submit;
  return (
    <>
      <SubmitButton label={isBefore ? messages.steps.next : send} />
      {hasBack && (
        <button
          type="button"
          className="button quiet"
          part="back"
          onClick={() => controller.back()}
        >
          {messages.steps.back}
        </button>
      )}
    </>
  );
}

/** While the form is being sent, the button keeps the focus: a disabled button would lose it. */
function SubmitButton({ label }: { label: string }): ReactNode {
  const { messages } = useForm();
  const isBusy = useStored(({ state }) => state.isBusy);
  const waitsFor = useStored(({ state }) => state.waitsFor);
  const progress = useProgress();
  return (
    <>
      <p className="hint waiting" aria-live="polite">
        {waitsFor === 'files' && messages.file.waiting}
        {waitsFor === 'cities' && messages.states.checking.title}
      </p>
      <button
        type="submit"
        className="button primary"
        part="submit"
        aria-describedby={progress && PROGRESS_ID}
        aria-disabled={isBusy || waitsFor !== undefined || undefined}
      >
        {label}
      </button>
    </>
  );
}
