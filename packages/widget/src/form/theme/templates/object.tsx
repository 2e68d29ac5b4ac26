import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { createContext, type ReactNode, useContext } from 'react';
import { domId, pathOf } from '../../fields/field-id.ts';
import { useFieldError, useFieldMessages, useRegisteredField } from '../../fields/use-field.ts';
import { needsValue } from '../../fields/kinds.ts';
import { useForm } from '../../form-context.ts';
import { LinkedText } from '../linked-text.tsx';
import { FieldError, FieldHint, Optional } from './notes.tsx';
import { PrefilledFields } from './read-only.tsx';

type Property = ObjectFieldTemplateProps['properties'][number];

/** Names of the fields that precede a choice of branches; the chosen branch does not repeat them. */
export const SharedFieldNames = createContext<ReadonlySet<string>>(new Set());

/** An object with its own legend; the root object has none. */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const path = pathOf(props.fieldPathId.$id);
  // RJSF renders the fields that all branches share under this name of its own.
  const isShared = path.at(-1) === 'XxxOf' && (props.schema.oneOf ?? props.schema.anyOf);
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
          {title && <h2>{title}</h2>}
          {description && (
            <p>
              <LinkedText text={description} />
            </p>
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
