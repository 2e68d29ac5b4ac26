import type { RJSFSchema } from '@rjsf/utils';
import { type ReactNode, useMemo } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import type { QuestionNode, Choice } from '../../questions/merge.ts';
import { domId, partId, pathOf } from '../../fields/field-id.ts';
import { needsValue } from '../../fields/kinds.ts';
import { withoutMarkup } from '../../fields/markup.ts';
import { useFieldError, useFieldMessages, useRegisteredField } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { FieldError, FieldHint, LabelText } from './notes.tsx';

interface BranchSelectProps {
  rjsfId: string;
  choice: Choice;
  /** Default: asks to choose, below a heading. */
  label?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A choice between the branches of a `oneOf` or `anyOf`, whose fields follow it. */
export function BranchSelect(props: BranchSelectProps): ReactNode {
  const { rjsfId, choice, label, hint, error } = props;
  const { messages, choose } = useForm();
  const id = branchSelectId(rjsfId, choice);
  const described = [hint && partId(rjsfId, 'hint'), error && partId(rjsfId, 'error')];
  return (
    <div className="field" part="field">
      <label className="label" part="label" htmlFor={id}>
        {label ?? messages.choose}
      </label>
      <FieldHint rjsfId={rjsfId} text={hint} />
      <FieldError rjsfId={rjsfId} error={error} />
      <select
        className="input"
        part="input"
        name={id}
        id={id}
        value={choice.chosen}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ target }) => choose(pathOf(rjsfId), choice.key, Number(target.value))}
      >
        {choice.options.map((option, position) => (
          <option key={option.index} value={option.index}>
            {withoutMarkup(option.label ?? formatMessage(messages.option, position + 1))}
          </option>
        ))}
      </select>
    </div>
  );
}

function branchSelectId(rjsfId: string, { name }: Choice): string {
  return `${domId(rjsfId)}-${name}`;
}

interface BranchesProps {
  rjsfId: string;
  node: QuestionNode;
  choice: Choice;
  required: boolean;
  children: ReactNode;
}

/**
 * A value that is nothing but a choice: the select has the label of the question, and for an object or a constant
 * its hint and error.
 */
export function Branches({ rjsfId, node, choice, required, children }: BranchesProps): ReactNode {
  const { title, schema, kind, isSilent } = node;
  // A field has its own hint and error, and registers itself.
  const isWhole = kind === 'object' || isSilent;
  const { description } = schema;
  const question = useMemo(
    () => ({ title, ...(isWhole && { description }) }) as RJSFSchema,
    [title, description, isWhole],
  );
  const messages = useFieldMessages(rjsfId, question);
  const error = useFieldError(rjsfId);
  const focusId = isWhole ? branchSelectId(rjsfId, choice) : null;
  useRegisteredField(rjsfId, messages, 'chosen', focusId);
  const isRequired = required && needsValue(schema);
  const label = <LabelText {...{ messages, isRequired }} />;
  const own = isWhole ? { hint: messages.hint, error } : {};
  return (
    <div className="choice" part="choice">
      <BranchSelect {...{ rjsfId, choice, label }} {...own} />
      {children}
    </div>
  );
}
