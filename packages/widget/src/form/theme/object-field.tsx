import { Fragment, type ReactNode, useMemo } from 'react';
import { domId } from '../fields/field-id.ts';
import { withoutMarkup } from '../fields/markup.ts';
import { useFieldError, useRegisteredField } from '../fields/use-field.ts';
import { type FieldProps, useForm } from '../form-context.ts';
import { BranchSelect } from './branch-select.tsx';
import { FieldError, FieldGroup, RichText } from './notes.tsx';
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
  // A choice before all fields has the label of the object.
  if (node.choices[0]?.position === 0) return <>{content}</>;
  return (
    <FieldGroup {...{ pointer, schema, required }} className="group" inputMethod="completed">
      {content}
    </FieldGroup>
  );
}

/** Puts each choice before the fields of its branch. One before all fields has the object's own label. */
function propertiesOf({ pointer, node, childOf }: FieldProps): Property[] {
  const names = [...node.children.keys()];
  const isRoot = pointer === '';
  const all = node.choices;
  const choices = isRoot || all[0]?.position !== 0 ? all : all.slice(1);
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
          <FieldError pointer={pointer} error={error} />
        </div>
      )}
      {ordered.map(({ content }) => content)}
      {prefilled.length > 0 && <PrefilledFields prefilled={prefilled} />}
    </>
  );
}
