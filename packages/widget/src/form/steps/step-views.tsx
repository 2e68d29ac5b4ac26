import { getUiOptions } from '@rjsf/utils';
import { Fragment, type ReactNode, type Ref } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import type { AskedField, ChoiceOptions } from '../asked-form/field-info.ts';
import { choiceId } from '../fields/field-id.ts';
import { withoutMarkup } from '../fields/markup.ts';
import { isIn, optionValues } from '../fields/options.ts';
import { withoutLost } from '../files/lost-files.ts';
import { useForm, useStored } from '../form-context.ts';
import { isField } from '../model/value-nodes.ts';
import { isAnswer } from '../model/schema.ts';
import { FormIntro } from '../theme/parts/form-intro.tsx';
import { FormattedValue } from '../theme/parts/read-only.tsx';
import { choicesIn } from './step-list.ts';

/** What introduces the whole form, above the heading of the first step. */
export function StepIntro(): ReactNode {
  const { askedForm, controller } = useForm();
  const root = useStored(() => askedForm.root);
  const isFirst = useStored(() => controller.steps.number === 1);
  if (!isFirst || root === undefined) return null;
  const { schema, uiSchema } = root.info;
  const { title = schema.title, description = schema.description, label } = getUiOptions(uiSchema);
  if (label === false) return null;
  return (
    <div className="step-intro">
      <FormIntro {...{ title, description }} />
    </div>
  );
}

/** “Step 2 of 5”, and “Your studies” below it. It takes the focus when another step is shown. */
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
        {title !== undefined && ' '}
        {title !== undefined && <span className="step-title">{title}</span>}
      </h2>
    </div>
  );
}

/** Every answer as the candidate gave it, with a button that returns to its field (GOV.UK's pattern). */
export function CheckAnswers(): ReactNode {
  const { askedForm, controller } = useForm();
  const root = useStored(() => askedForm.root);
  if (root === undefined) return null;
  const choices = choicesIn(root.info.uiSchema);
  return controller.steps.list.map(({ id, title, items }) => (
    <Fragment key={id}>
      {title !== undefined && <h3 className="legend">{title}</h3>}
      <dl className="answers" part="answers">
        {[...items].map((name) => {
          const field = root.children.get(name);
          const options = choices.get(name);
          return (
            <Fragment key={name}>
              {options && <ChoiceRow {...{ field: root, options }} />}
              {field && <Answers field={field} />}
            </Fragment>
          );
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

/** The rows of a field, of all fields in a group or list, or of a list without entries. */
function Answers({ field, around = '' }: AnswersProps): ReactNode {
  const { asked, info, children } = field;
  // An entry says which list it is in.
  const isList = asked.node.kind === 'array';
  const inside = isList ? around : [around, info.messages.label].filter(Boolean).join(': ');
  const isEmptyList = isList && children.size === 0;
  if (isField(asked.node) || isEmptyList) return <Row {...{ field, around }} />;
  return (
    <>
      {[...choicesIn(info.uiSchema)].map(([name, options]) => (
        <ChoiceRow key={name} {...{ field, around, options }} />
      ))}
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
  const value = isField(asked.node) ? withoutLost(asked.value) : undefined;
  return (
    <div className="answer">
      <dt>{label}</dt>
      <dd translate="no">
        {isAnswer(value) || isIn(optionValues(schema), value) ? (
          <FormattedValue {...{ info, value }} />
        ) : (
          <span className="hint">{messages.steps.notGiven}</span>
        )}
      </dd>
      {!isReadOnly && <Change label={label} onClick={() => controller.editField(pointer)} />}
    </div>
  );
}

interface ChoiceRowProps extends AnswersProps {
  options: ChoiceOptions;
}

/** Which branch was chosen. */
function ChoiceRow({ field: { info }, around, options }: ChoiceRowProps): ReactNode {
  const { messages, controller } = useForm();
  const { pointer, isReadOnly } = info;
  const { choice, labels, title } = options;
  const chosen = labels[choice.options.findIndex(({ index }) => index === choice.chosen)];
  const own = title?.label ?? (pointer === '' ? messages.choose : info.messages.label);
  const label = [around, own].filter(Boolean).join(': ');
  const change = () => controller.editField(pointer, choiceId(pointer, choice.name), choice.name);
  return (
    <div className="answer">
      <dt>{label}</dt>
      <dd>{chosen === undefined ? messages.steps.notGiven : withoutMarkup(chosen)}</dd>
      {!isReadOnly && <Change label={label} onClick={change} />}
    </div>
  );
}

function Change({ label, onClick }: { label: string; onClick: () => void }): ReactNode {
  const { change, changeField } = useForm().messages.steps;
  return (
    <dd>
      <button
        type="button"
        className="button quiet"
        part="change"
        aria-label={formatMessage(changeField, label)}
        onClick={onClick}
      >
        {change}
      </button>
    </dd>
  );
}
