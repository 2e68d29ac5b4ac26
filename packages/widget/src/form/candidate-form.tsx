import Form from '@rjsf/core';
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../i18n/format-message.ts';
import type { RenderedBranch } from './asked-form/field-info.ts';
import { ERROR_BATCH } from './field-store.ts';
import { FormContext, useForm, useStored } from './form-context.ts';
import type { FormController } from './form-controller.ts';
import { theme } from './theme/theme.ts';
import { validator } from './validator.ts';
import { focusField } from './page.ts';

const PROGRESS_ID = 'left';

interface FormAppProps {
  controller: FormController;
  onMounted?: () => void;
}

/** The root of the React tree, in a page and on a server. */
export function FormApp({ controller, onMounted }: FormAppProps): ReactNode {
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
      <CandidateForm />
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
function CandidateForm(): ReactNode {
  const { messages, controller, askedForm } = useForm();
  const resetCount = useStored(({ state }) => state.resetCount);
  const isEmpty = useStored(() => controller.isEmpty);
  const [{ schema, uiSchema }] = useState(() => askedForm.root?.info ?? NOTHING);
  // `method="dialog"` outside a dialog does nothing, so that submitting the prerendered form neither
  // navigates nor puts a value into a URL.
  return (
    <>
      <ErrorSummary ref={controller.errors.summary} />
      {isEmpty && <NoFields />}
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
        <Progress />
        <SubmitButton label={isEmpty ? messages.confirm : messages.submit} />
      </Form>
    </>
  );
}

/** The errors of the last submit, each with a link to its field. */
function ErrorSummary({ ref }: { ref: Ref<HTMLElement> }): ReactNode {
  const { messages, store } = useForm();
  const errors = useStored(({ state }) => state.errors);
  // The first batch at once, so that a long form responds.
  const hasMore = useDeferredValue(errors.length > ERROR_BATCH);
  const shown = hasMore ? errors : errors.slice(0, ERROR_BATCH);
  if (errors.length === 0) return null;
  const isMissing = errors.every(({ violation }) => violation.keyword === 'required');
  const goTo = (event: MouseEvent<HTMLAnchorElement>, focusId: string) => {
    // A fragment does not reach into a shadow root.
    event.preventDefault();
    const root = event.currentTarget.getRootNode() as ShadowRoot | Document;
    flushSync(() => store.showPendingErrors());
    const field = root.getElementById(focusId);
    if (field !== null) focusField(field);
  };
  return (
    <section
      className="summary"
      part="error-summary"
      tabIndex={-1}
      ref={ref}
      aria-labelledby="summary"
    >
      <h2 className="summary-title" id="summary">
        {formatMessage(isMissing ? messages.missingSummary : messages.errorSummary, errors.length)}
      </h2>
      <ul>
        {shown.map(({ pointer, message, entry, focusId }) => (
          <li key={pointer}>
            {focusId === undefined ? (
              message
            ) : (
              <a href={`#${focusId}`} onClick={(event) => goTo(event, focusId)}>
                {entry === undefined ? message : `${entry}: ${message}`}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
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

/** A form with at least as many fields shows the candidate's progress; a shorter one is visible as a whole. */
const LONG_FORM_FIELDS = 9;

/** The counts of a long form; `undefined` for others. */
const useProgress = () =>
  useStored(({ state: { counts } }) =>
    counts.fields >= LONG_FORM_FIELDS && counts.required > 0 ? counts : undefined,
  );

/**
 * How many required fields of a long form are still empty. A screen reader reads it with the submit
 * button, and announces it once none is left.
 */
function Progress(): ReactNode {
  const { messages } = useForm();
  const progress = useProgress();
  if (progress === undefined) return null;
  const { required, missing } = progress;
  const left = formatMessage(messages.left, missing);
  // A condition may require a field that is not rendered.
  const total = Math.max(required, missing);
  return (
    <div className="progress" part="progress">
      <progress max={total} value={total - missing} aria-hidden />
      <p id={PROGRESS_ID}>{left}</p>
      <p className="unseen" aria-live="polite">
        {missing === 0 && left}
      </p>
    </div>
  );
}

/** While the form is being sent, the button keeps the focus: a disabled button would lose it. */
function SubmitButton({ label }: { label: string }): ReactNode {
  const { messages } = useForm();
  const isBusy = useStored(({ state }) => state.isBusy);
  const isWaiting = useStored(({ state }) => state.isWaiting);
  const progress = useProgress();
  return (
    <>
      <p className="hint waiting" aria-live="polite">
        {isWaiting && messages.file.waiting}
      </p>
      <button
        type="submit"
        className="button primary"
        part="submit"
        aria-describedby={progress && PROGRESS_ID}
        aria-disabled={isBusy || isWaiting || undefined}
      >
        {label}
      </button>
    </>
  );
}
