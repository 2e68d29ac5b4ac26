import type { ReactNode, Ref } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import { useForm, useStored } from '../form-context.ts';

/** “Step 2 of 5: Your studies”. It takes the focus when another step is shown. */
export function StepHeading({ ref }: { ref: Ref<HTMLHeadingElement> }): ReactNode {
  const { messages, controller } = useForm();
  const { steps } = controller;
  // Numbers and a title: they change with the step, and with what is asked.
  const number = useStored(() => steps.number);
  const count = useStored(() => steps.count);
  const isCheck = useStored(() => steps.isCheck);
  const ownTitle = useStored(() => steps.current?.title);
  const title = isCheck ? messages.steps.check : ownTitle;
  return (
    <div className="step" part="step">
      <progress max={count} value={number} aria-hidden />
      <h2 tabIndex={-1} ref={ref}>
        <span className="step-number">
          {formatMessage(messages.steps.step, String(number), count)}
        </span>
        {title !== undefined && <span className="unseen">: </span>}
        {title !== undefined && <span className="step-title">{title}</span>}
      </h2>
    </div>
  );
}
