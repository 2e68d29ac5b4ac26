import type { RJSFSchema } from '@rjsf/utils';
import { type ReactNode, useMemo } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import { type Choice, NO_BRANCH, type QuestionNode } from '../questions/merge.ts';
import { choiceId, partId } from '../fields/field-id.ts';
import { needsValue } from '../fields/kinds.ts';
import { withoutMarkup } from '../fields/markup.ts';
import { useFieldError, useFieldMessages, useRegisteredField } from '../fields/use-field.ts';
import { useForm, useStored } from '../form-context.ts';
import { FieldError, FieldHint, LabelText } from './notes.tsx';

interface BranchSelectProps {
  pointer: string;
  choice: Choice;
  /** Default: asks to choose, below a heading. */
  label?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A choice between the branches of a `oneOf` or `anyOf`, whose fields follow it. */
export function BranchSelect(props: BranchSelectProps): ReactNode {
  const { pointer, choice, label, hint } = props;
  const { messages, controller } = useForm();
  const own = useStored((store) => store.errorAt(pointer, choice.name));
  const error = own ?? props.error;
  const id = choiceId(pointer, choice.name);
  const unnamed = choice.options.filter((option) => option.label === undefined);
  const nameless = (position: number) =>
    unnamed.length > 1 ? formatMessage(messages.option, position + 1) : messages.otherOption;
  const described = [hint && partId(pointer, 'hint'), error && partId(pointer, 'error')];
  return (
    <div className="field" part="field">
      <label className="label" part="label" htmlFor={id}>
        {label ?? messages.choose}
      </label>
      <FieldHint pointer={pointer} text={hint} />
      <FieldError pointer={pointer} error={error} />
      <select
        className="input"
        part="input"
        name={id}
        id={id}
        value={choice.chosen}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ target }) => controller.choose(pointer, choice.key, Number(target.value))}
      >
        <option value={NO_BRANCH}>{messages.choose}</option>
        {choice.options.map((option, position) => (
          <option key={option.index} value={option.index}>
            {withoutMarkup(option.label ?? nameless(position))}
          </option>
        ))}
      </select>
    </div>
  );
}

interface BranchesProps {
  pointer: string;
  node: QuestionNode;
  choice: Choice;
  required: boolean;
  children: ReactNode;
}

/**
 * A value that is nothing but a choice: the select has the label of the question, and for an object or a constant
 * its hint and error.
 */
export function Branches({ pointer, node, choice, required, children }: BranchesProps): ReactNode {
  const { title, schema, kind, isSilent } = node;
  // A field has its own hint and error, and registers itself.
  const isWhole = kind === 'object' || kind === 'unchosen' || isSilent;
  const { description } = schema;
  const question = useMemo(
    () => ({ title, ...(isWhole && { description }) }) as RJSFSchema,
    [title, description, isWhole],
  );
  const messages = useFieldMessages(pointer, question);
  const error = useFieldError(pointer);
  const focusId = isWhole ? choiceId(pointer, choice.name) : null;
  useRegisteredField(pointer, messages, 'chosen', focusId);
  const isRequired = required && needsValue(schema);
  const label = <LabelText {...{ messages, isRequired }} />;
  const own = isWhole ? { hint: messages.hint, error } : {};
  return (
    <div className="choice" part="choice">
      <BranchSelect {...{ pointer, choice, label }} {...own} />
      {children}
    </div>
  );
}
