import type { RJSFSchema } from '@rjsf/utils';
import { Fragment, type ReactNode, useMemo } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import { choiceId, domId, partId } from '../fields/field-id.ts';
import { needsValue } from '../fields/kinds.ts';
import { withoutMarkup } from '../fields/markup.ts';
import { useFieldError, useFieldMessages, useRegisteredField } from '../fields/use-field.ts';
import { type FieldProps, useForm, useStored } from '../form-context.ts';
import { type Choice, NO_BRANCH, type QuestionNode } from '../model/merge.ts';
import { FieldGroup, FieldNotes, LabelText, RichText } from './notes.tsx';
import { PrefilledFields } from './read-only.tsx';

/** A field, or a choice before fields. */
export interface Property {
  name: string;
  content: ReactNode;
}

/** An object with its own legend; the root object has none. */
export function ObjectField(props: FieldProps): ReactNode {
  const { pointer, schema, required, node } = props;
  const properties = propertiesOf(props);
  if (pointer === '') return <RootObject {...props} properties={properties} />;
  const content = properties.map((property) => property.content);
  if (isOnlyChoice(node, pointer)) return <>{content}</>;
  return (
    <FieldGroup {...{ pointer, schema, required }} className="group" inputMethod="completed">
      {content}
    </FieldGroup>
  );
}

/** Puts each choice before the fields of its branch. {@link Branches} renders one that stands for the object. */
function propertiesOf({ pointer, node, childOf }: FieldProps): Property[] {
  const names = [...node.children.keys()];
  const choices = isOnlyChoice(node, pointer) ? node.choices.slice(1) : node.choices;
  const selectsFor = (name: string, isHere: (position: number) => boolean): Property[] =>
    choices
      .filter(({ position }) => isHere(position))
      .map((choice) => {
        return { name, content: <BranchSelect key={choice.name} {...{ pointer, choice }} /> };
      });
  return [
    // They keep together where required fields come first.
    ...names.flatMap((name, index) => [
      ...selectsFor(name, (position) => position === index),
      { name, content: <Fragment key={name}>{childOf(name)}</Fragment> },
    ]),
    ...selectsFor('', (position) => position >= names.length),
  ];
}

type RootObjectProps = Pick<FieldProps, 'pointer' | 'schema'> & { properties: readonly Property[] };

/** The form's fields: required unknown ones first if it was opened with values, else in order. */
function RootObject({ pointer, schema, properties }: RootObjectProps): ReactNode {
  const { model, messages } = useForm();
  const { first, folded } = model.arrangement;
  const error = useFieldError(pointer);
  const { formName } = messages;
  const own = useMemo(() => ({ label: formName, ask: formName }), [formName]);
  // Errors that belong to no field or group are those of the form.
  useRegisteredField(pointer, own, 'completed');
  const { title, description } = schema;
  const isFirst = ({ name }: Property) => first.has(name);
  const open = properties.filter(({ name }) => !folded.has(name));
  const prefilled = properties.filter(({ name }) => folded.has(name));
  const ordered = [...open.filter(isFirst), ...open.filter((property) => !isFirst(property))];
  return (
    <>
      {(title || description) && (
        <header className="intro" part="intro">
          {title && <h2>{withoutMarkup(title)}</h2>}
          {description && (
            <div>
              <RichText text={description} />
            </div>
          )}
        </header>
      )}
      {error !== undefined && (
        <div id={domId(pointer)} tabIndex={-1}>
          <FieldNotes pointer={pointer} error={error} />
        </div>
      )}
      {ordered.map(({ content }) => content)}
      {prefilled.length > 0 && <PrefilledFields prefilled={prefilled} />}
    </>
  );
}

/** Whether a select stands for a whole value, without a heading of its own. */
export function isOnlyChoice({ kind, choices: [first] }: QuestionNode, pointer: string): boolean {
  return first !== undefined && pointer !== '' && (kind !== 'object' || first.position === 0);
}

interface BranchSelectProps {
  pointer: string;
  choice: Choice;
  /** Default: asks to choose, below a heading. */
  label?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A choice between the branches of a `oneOf` or `anyOf`, whose fields follow it. */
function BranchSelect(props: BranchSelectProps): ReactNode {
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
      <FieldNotes {...{ pointer, hint, error }} />
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
