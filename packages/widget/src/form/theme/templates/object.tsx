import type {
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  WidgetProps,
} from '@rjsf/utils';
import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { domId, pathOf, pointerOf } from '../../fields/field-id.ts';
import {
  FieldContext,
  useFieldError,
  useFieldMessages,
  useRegisteredField,
} from '../../fields/use-field.ts';
import { needsValue } from '../../fields/kinds.ts';
import { useForm, useRegistration } from '../../form-context.ts';
import { withoutMarkup } from '../../fields/markup.ts';
import { RichText } from '../rich-text.tsx';
import { FieldError, FieldHint, Optional } from './notes.tsx';
import { PrefilledFields } from './read-only.tsx';

type Property = ObjectFieldTemplateProps['properties'][number];

// RJSF's names, which it does not document. `test/shapes` fails when a new version changes them.
/** The name of the fields that all branches share. */
const SHARED_FIELDS = 'XxxOf';
/** The end of the id of the select that chooses a branch. */
const SELECTOR_SUFFIX = /__(?:oneof|anyof)_select$/;

/** Names of the fields that precede a choice of branches; the chosen branch does not repeat them. */
const SharedFieldNames = createContext<ReadonlySet<string>>(new Set());

/** An object with its own legend; the root object has none. */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const path = pathOf(props.fieldPathId.$id);
  const isShared = path.at(-1) === SHARED_FIELDS && (props.schema.oneOf ?? props.schema.anyOf);
  if (path.length === (isShared ? 1 : 0)) return <RootObject {...props} />;
  const content = props.properties.map((property) => property.content);
  if (isShared) return <>{content}</>;
  return <NestedObject {...props}>{content}</NestedObject>;
}

/** The form's fields: required unknown ones first if it was opened with values, else in order. */
function RootObject({ properties, ...props }: ObjectFieldTemplateProps): ReactNode {
  const { first, folded } = useForm().arrangement;
  const { title, description } = props.schema;
  const isFirst = ({ name }: Property) => first.has(name);
  const open = properties.filter(({ name }) => !folded.has(name));
  const shared = useContext(SharedFieldNames);
  const prefilled = properties.filter(({ name }) => folded.has(name) && !shared.has(name));
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
      {ordered.map(({ content }) => content)}
      {prefilled.length > 0 && <PrefilledFields {...props} prefilled={prefilled} />}
    </>
  );
}

function NestedObject({
  fieldPathId,
  schema,
  required = false,
  children,
}: ObjectFieldTemplateProps & { children: ReactNode }): ReactNode {
  const rjsfId = fieldPathId.$id;
  const messages = useFieldMessages(rjsfId, schema);
  const error = useFieldError(rjsfId);
  const isRequired = required && needsValue(schema);
  useRegisteredField(rjsfId, messages, {
    required: isRequired,
    isContainer: true,
    inputMethod: 'completed',
  });
  return (
    <fieldset className="group" part="group" id={domId(rjsfId)} tabIndex={-1}>
      <legend className="legend" part="legend">
        {messages.label}
        {!isRequired && <Optional />}
      </legend>
      <FieldHint rjsfId={rjsfId} text={schema.description} />
      <FieldError rjsfId={rjsfId} error={error} />
      {children}
    </fieldset>
  );
}

/** A choice between branches (`oneOf`, `anyOf`), followed by the fields of the chosen branch. */
export function MultiSchemaTemplate(props: MultiSchemaFieldTemplateProps): ReactNode {
  const { schema, selector, optionSchemaField } = props;
  const { messages, store } = useForm();
  const select = selector as ReactElement<WidgetProps>;
  const { id: selectId, value } = select.props;
  const rjsfId = selectId.replace(SELECTOR_SUFFIX, '');
  const own = useFieldMessages(rjsfId, schema);
  const info = useMemo(() => ({ messages: own, kind: 'text' as const, canWarn: false }), [own]);
  const branch = typeof value === 'number' ? value : -1;
  const { properties } = schema;
  const shared = useMemo(() => new Set(Object.keys(properties ?? {})), [properties]);
  useRegistration(() => store.registerBranch(pointerOf(rjsfId), branch), [store, rjsfId, branch]);
  return (
    <div className="choice" part="choice">
      <div className="field" part="field">
        <label className="label" part="label" htmlFor={domId(selectId)}>
          {own.label || messages.choose}
        </label>
        <FieldHint rjsfId={selectId} text={own.hint} />
        <FieldContext value={info}>{select}</FieldContext>
      </div>
      <SharedFieldNames value={shared}>{optionSchemaField}</SharedFieldNames>
    </div>
  );
}
