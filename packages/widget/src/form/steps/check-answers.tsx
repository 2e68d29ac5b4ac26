import { Fragment, type ReactNode } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import { type AskedField, themeOptions } from '../asked-form/field-info.ts';
import { withoutMarkup } from '../fields/markup.ts';
import { useForm, useStored } from '../form-context.ts';
import { isField } from '../model/answers.ts';
import { isAnswer } from '../model/schema.ts';
import { FormattedValue } from '../theme/parts/read-only.tsx';

/** Every answer as the candidate gave it, with a button that returns to its field (GOV.UK's pattern). */
export function CheckAnswers(): ReactNode {
  const { askedForm, controller } = useForm();
  const root = useStored(() => askedForm.root);
  if (root === undefined) return null;
  return controller.steps.list.map(({ id, title, items }) => (
    <Fragment key={id}>
      {title !== undefined && <h3 className="legend">{title}</h3>}
      <dl className="answers" part="answers">
        {[...items].map((name) => {
          const field = root.children.get(name);
          return field && <Answers key={name} field={field} />;
        })}
      </dl>
    </Fragment>
  ));
}

interface AnswersProps {
  field: AskedField;
  /** The list entries and groups around it. */
  around?: string;
}

/** The rows of a field, or of all fields in a group or list. */
function Answers({ field, around = '' }: AnswersProps): ReactNode {
  const { asked, info, children } = field;
  const choice = themeOptions(info.uiSchema).choice;
  // An entry says which list it is in.
  const isList = asked.node.kind === 'array';
  const inside = isList ? around : [around, info.messages.label].filter(Boolean).join(': ');
  if (isField(asked.node)) return <Row {...{ field, around }} />;
  return (
    <>
      {choice?.title && <ChoiceRow {...{ field, around }} />}
      {[...children].map(([name, child]) => (
        <Answers key={name} field={child} around={inside} />
      ))}
    </>
  );
}

function Row({ field, around = '' }: AnswersProps): ReactNode {
  const { messages, controller } = useForm();
  const { asked, info } = field;
  const { pointer, valueSchema: schema, isReadOnly } = info;
  const label = [around, info.messages.label].filter(Boolean).join(': ');
  return (
    <div className="answer">
      <dt>{label}</dt>
      <dd translate="no">
        {isAnswer(asked.value) ? (
          <FormattedValue {...{ pointer, schema }} value={asked.value} />
        ) : (
          <span className="hint">{messages.steps.notGiven}</span>
        )}
      </dd>
      {!isReadOnly && (
        <dd>
          <button
            type="button"
            className="button quiet"
            part="change"
            aria-label={formatMessage(messages.steps.changeField, label)}
            onClick={() => controller.editField(pointer)}
          >
            {messages.steps.change}
          </button>
        </dd>
      )}
    </div>
  );
}

/** Which branch was chosen. */
function ChoiceRow({ field: { info }, around }: AnswersProps): ReactNode {
  const { messages } = useForm();
  const { choice, title } = themeOptions(info.uiSchema).choice ?? {};
  const chosen = choice?.options.find(({ index }) => index === choice.chosen);
  return (
    <div className="answer">
      <dt>{[around, title?.label].filter(Boolean).join(': ')}</dt>
      <dd>{chosen?.label === undefined ? messages.steps.notGiven : withoutMarkup(chosen.label)}</dd>
    </div>
  );
}
