import Form, { type IChangeEvent } from '@rjsf/core';
import type { FormData } from 'precandidate-contract';
import { useMemo, type ReactNode } from 'react';
import { FORM_ID, ID_PREFIX, ID_SEPARATOR } from './fields/field-id.ts';
import { THEME } from './theme/theme.tsx';
import { asksNothing } from './asks-nothing.ts';
import { useForm, useStored } from './form-context.ts';
import type { FormController } from './form-controller.ts';
import { ErrorSummary } from './error-summary.tsx';
import { LeftToFill } from './left-to-fill.tsx';
import { NothingToFill } from './nothing-to-fill.tsx';
import { SubmitButton } from './submit-button.tsx';
import { translator } from './translate.ts';

/** RJSF would answer a required yes-or-no question with no. */
export const UNANSWERED = { requiredBooleanDefault: 'skip' } as const;

/**
 * The form. RJSF owns the data and draws the fields; it neither validates nor shows errors, so that
 * showing one never draws the whole form. `method="dialog"` outside of a dialog does nothing: a press
 * before the script listens neither navigates nor puts a value into a URL.
 */
export function CandidateForm({ controller }: { controller: FormController }): ReactNode {
  const { messages } = useForm();
  const round = useStored((store) => store.round);
  const translateString = useMemo(() => translator(messages), [messages]);
  const isEmpty = asksNothing(controller.schema);
  const { values } = controller.options;
  // Begun anew, it is what the schema says.
  const initial = round === 0 && values !== undefined ? { initialFormData: values } : {};
  const onChange = (_event: IChangeEvent<FormData>, id?: string) => {
    if (id !== undefined) controller.changed(id);
  };
  return (
    <>
      <ErrorSummary ref={controller.summary} />
      {isEmpty && <NothingToFill />}
      <Form
        key={round}
        ref={controller.form}
        schema={controller.schema}
        validator={controller.validator}
        {...THEME}
        idPrefix={ID_PREFIX}
        idSeparator={ID_SEPARATOR}
        experimental_defaultFormStateBehavior={UNANSWERED}
        translateString={translateString}
        {...initial}
        onChange={onChange}
        id={FORM_ID}
        method="dialog"
        noHtml5Validate
        showErrorList={false}
      >
        <LeftToFill />
        <SubmitButton label={isEmpty ? messages.confirm : messages.submit} />
      </Form>
    </>
  );
}
