import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { domId, pathOf, pointerOf } from '../../fields/field-id.ts';
import { useShown, useWords } from '../../fields/use-field.ts';
import { useForm, useNote } from '../../form-context.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';
import { KnownData } from './known-data.tsx';
import { SharedNames } from './shared-names.ts';

type Property = ObjectFieldTemplateProps['properties'][number];

/** A part of the form with fields of its own; the form itself has neither frame nor title. */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const path = pathOf(props.fieldPathId.$id);
  // RJSF draws what all shapes of a part share under this name of its own.
  const isShared = path.at(-1) === 'XxxOf' && (props.schema.oneOf ?? props.schema.anyOf);
  if (path.length === (isShared ? 1 : 0)) return <WholeForm {...props} />;
  const content = props.properties.map((property) => property.content);
  if (isShared) return <>{content}</>;
  return <Part {...props}>{content}</Part>;
}

/** The fields of the form; without values that it was opened with, in the order of its schema. */
function WholeForm({ properties, ...props }: ObjectFieldTemplateProps): ReactNode {
  const { first, folded } = useForm().arrangement;
  const isFirst = ({ name }: Property) => first.has(name);
  const open = properties.filter(({ name }) => !folded.has(name));
  const shared = useContext(SharedNames);
  const known = properties.filter(({ name }) => folded.has(name) && !shared.has(name));
  const asked = [...open.filter(isFirst), ...open.filter((property) => !isFirst(property))];
  return (
    <>
      {asked.map(({ content }) => content)}
      {known.length > 0 && <KnownData {...props} known={known} />}
    </>
  );
}

function Part({
  fieldPathId,
  schema,
  required = false,
  children,
}: ObjectFieldTemplateProps & { children: ReactNode }): ReactNode {
  const rjsfId = fieldPathId.$id;
  const words = useWords(rjsfId, schema);
  const { error } = useNote(pointerOf(rjsfId));
  useShown(rjsfId, words, { required, isContainer: true, answer: 'completed' });
  return (
    <fieldset className="group" part="group" id={domId(rjsfId)} tabIndex={-1}>
      <legend className="legend" part="legend">
        {words.label}
      </legend>
      <FieldHint rjsfId={rjsfId} text={schema.description} />
      <FieldError rjsfId={rjsfId} error={error} />
      {children}
    </fieldset>
  );
}
