import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId, pathOf } from '../../fields/field-id.ts';
import { useShown, useWords } from '../../fields/use-field.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';

/** A part of the form with fields of its own; the form itself has neither frame nor title. */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const content = props.properties.map((property) => property.content);
  const path = pathOf(props.fieldPathId.$id);
  // RJSF draws what all shapes of a part share under this name of its own.
  const isShared = path.at(-1) === 'XxxOf' && (props.schema.oneOf ?? props.schema.anyOf);
  if (path.length === 0 || isShared) return <>{content}</>;
  return <Part {...props}>{content}</Part>;
}

function Part({
  fieldPathId,
  schema,
  required = false,
  children,
}: ObjectFieldTemplateProps & { children: ReactNode }): ReactNode {
  const rjsfId = fieldPathId.$id;
  const words = useWords(rjsfId, schema);
  useShown(rjsfId, words, { required, isContainer: true, answer: 'typed' });
  return (
    <fieldset className="group" part="group" id={domId(rjsfId)} tabIndex={-1}>
      <legend className="legend" part="legend">
        {words.label}
      </legend>
      <FieldHint rjsfId={rjsfId} text={schema.description} />
      <FieldError rjsfId={rjsfId} />
      {children}
    </fieldset>
  );
}
