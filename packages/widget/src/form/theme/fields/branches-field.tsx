import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { type ChoiceOptions, themeOptions } from '../../asked-form/field-info.ts';
import { choiceId, partId } from '../../fields/field-id.ts';
import { withoutMarkup } from '../../fields/markup.ts';
import { useForm, useStored } from '../../form-context.ts';
import { NO_BRANCH } from '../../model/question-node.ts';
import { FieldNotes, LabelText } from '../parts/notes.tsx';
import { useChoiceField, useFieldError, useFieldInfo } from '../use-field.ts';
import { SchemaField } from './asked-field.tsx';

/**
 * Overrides RJSF's OneOfField and AnyOfField: a select for the branch, then RJSF's SchemaField with what the chosen
 * branch asks. RJSF would decide about the branch itself, and needs other data for it.
 */
export function BranchesField(props: FieldProps): ReactNode {
  const options = themeOptions(props.uiSchema).choice;
  if (options === undefined) return null;
  const { choice, chosen, title } = options;
  const content = (
    <>
      <StepBranchSelect {...options} />
      {chosen && (
        <SchemaField
          // The inputs of another branch may be of another kind.
          key={choice.chosen}
          {...props}
          schema={chosen.schema}
          uiSchema={chosen.uiSchema}
          required={options.isRequired ?? props.required ?? false}
        />
      )}
    </>
  );
  if (title === undefined) return content;
  return (
    <div className="choice" part="choice">
      {content}
    </div>
  );
}

/** A choice between branches of the whole form belongs to a step. */
function StepBranchSelect(options: ChoiceOptions): ReactNode {
  const { pointer } = useFieldInfo();
  const { steps } = useForm().controller;
  const { name } = options.choice;
  const isShown = useStored(() => pointer !== '' || steps.hasChoice(name));
  return isShown && <BranchSelect {...options} />;
}

function BranchSelect({ choice, labels, title, isWhole, isRequired }: ChoiceOptions): ReactNode {
  const { messages, controller } = useForm();
  const { pointer } = useFieldInfo();
  const ownError = useStored((store) => store.errorAt(pointer, choice.name));
  const fieldError = useFieldError(pointer);
  const error = ownError ?? (isWhole ? fieldError : undefined);
  const hint = isWhole ? title?.hint : undefined;
  const id = choiceId(pointer, choice.name);
  const described = [hint && partId(pointer, 'hint'), error && partId(pointer, 'error')];
  // A branch is told apart by what it is, whatever its position.
  const shown = choice.options.find(({ index }) => index === choice.chosen)?.id ?? '';
  const { ref, onChange } = useChoiceField<HTMLSelectElement>({
    chosen: shown === '' ? [] : [shown],
    choose: ([chosenId]) => {
      const chosen = choice.options.find((option) => option.id === chosenId);
      controller.choose(pointer, choice.key, chosen?.index ?? NO_BRANCH);
    },
  });
  return (
    <div className="field" part="field">
      <label className="label" part="label" htmlFor={id}>
        {title ? <LabelText {...title} isRequired={isRequired === true} /> : messages.choose}
      </label>
      <FieldNotes {...{ pointer, hint, error }} />
      <select
        className="input"
        part="input"
        name={id}
        id={id}
        value={shown}
        ref={ref}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        aria-invalid={error === undefined ? undefined : true}
        onChange={onChange}
      >
        <option value="">{messages.choose}</option>
        {choice.options.map((option, position) => (
          <option key={option.id} value={option.id}>
            {withoutMarkup(labels[position] ?? '')}
          </option>
        ))}
      </select>
    </div>
  );
}
