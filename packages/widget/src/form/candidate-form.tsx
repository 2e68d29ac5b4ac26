import Form from '@rjsf/core';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { RenderedBranch } from './asked-form/field-info.ts';
import { ErrorsLeft, ErrorSummary } from './error-summary.tsx';
import { FormButtons } from './form-buttons.tsx';
import { FormContext, useForm, useStored } from './form-context.ts';
import type { FormController } from './form-controller.ts';
import { Progress } from './progress.tsx';
import { CheckAnswers, StepHeading, StepIntro } from './steps/step-views.tsx';
import { theme } from './theme/theme.ts';
import { validator } from './rjsf-validator.ts';

interface CandidateFormProps {
  controller: FormController;
  onMounted?: () => void;
}

/** The root of the React tree, in a page and on a server. */
export function CandidateForm({ controller, onMounted }: CandidateFormProps): ReactNode {
  const { store, model, askedForm } = controller;
  const readLanguage = () => store.state.language;
  const language = useSyncExternalStore(store.subscribe, readLanguage, readLanguage);
  // Effects run in order: when this one does, those of all fields have.
  useEffect(() => onMounted?.(), [onMounted]);
  const context = useMemo(
    () => ({ ...language, controller, store, model, askedForm }),
    [language, controller, store, model, askedForm],
  );
  return (
    <FormContext value={context}>
      <RjsfForm />
    </FormContext>
  );
}

/** The model has the defaults. */
const NO_DEFAULTS = {
  allOf: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
  emptyObjectFields: 'skipDefaults',
} as const;
/** Only a form that nobody can fill in has none. */
const NOTHING: RenderedBranch = { schema: {}, uiSchema: {} };

/**
 * RJSF renders the form: it walks the schema that the model asks for, and calls our templates and widgets. It gets
 * the first one; from then on, each SchemaField of ours reads what is asked at its path.
 */
function RjsfForm(): ReactNode {
  const { controller, askedForm } = useForm();
  const { steps } = controller;
  const resetCount = useStored(({ state }) => state.resetCount);
  const isEmpty = useStored(() => controller.isEmpty);
  const hasSteps = useStored(() => steps.isEnabled);
  const isCheck = useStored(() => steps.isCheck);
  const [{ schema, uiSchema }] = useState(() => askedForm.root?.info ?? NOTHING);
  // `method="dialog"` outside a dialog does nothing, so that submitting the prerendered form neither
  // navigates nor puts a value into a URL.
  return (
    <>
      <ErrorSummary ref={controller.errors.summary} />
      {hasSteps && <StepIntro />}
      {hasSteps && <StepHeading ref={controller.stepHeading} />}
      <Progress />
      <ErrorsLeft />
      {isEmpty && <NoFields />}
      {isCheck && <CheckAnswers />}
      <Form
        key={resetCount}
        {...theme}
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        experimental_defaultFormStateBehavior={NO_DEFAULTS}
        id="candidate-form"
        method="dialog"
        noHtml5Validate
        noValidate
        showErrorList={false}
      >
        <FormButtons isEmpty={isEmpty} />
      </Form>
    </>
  );
}

function NoFields(): ReactNode {
  const { title, text } = useForm().messages.nothingToFill;
  return (
    <div className="field nothing">
      <p className="label">{title}</p>
      <p className="hint">{text}</p>
    </div>
  );
}
