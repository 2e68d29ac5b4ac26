import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId, pointerOf } from '../../fields/field-id.ts';
import { useShown, useWords } from '../../fields/use-field.ts';
import { useNote } from '../../form-context.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';
import { PlainValue } from './plain-value.tsx';

/** What is sent as it is, to be read: no input that takes nothing. */
export function GivenValue({
  id,
  schema,
  required = false,
  value,
}: Pick<FieldTemplateProps, 'id' | 'schema' | 'required'> & { value: unknown }): ReactNode {
  const words = useWords(id, schema);
  // Nothing is to be filled in, so it counts as no field.
  const { error } = useNote(pointerOf(id));
  useShown(id, words, { required, isContainer: true, answer: 'typed' });
  return (
    <div className="field" part="field">
      <dl className="given">
        <dt className="label" part="label">
          {words.label}
        </dt>
        <dd className="value" part="value" id={domId(id)} tabIndex={-1}>
          <PlainValue rjsfId={id} schema={schema} value={value} />
        </dd>
      </dl>
      <FieldHint rjsfId={id} text={schema.description} />
      <FieldError rjsfId={id} error={error} />
    </div>
  );
}
