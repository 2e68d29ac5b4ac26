import type { RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId } from '../../fields/field-id.ts';
import { isRemarkable } from '../../fields/is-remarkable.ts';
import { mustHold } from '../../fields/must-hold.ts';
import type { FieldFrame } from '../../fields/use-field.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';
import { FieldRemark } from './field-remark.tsx';
import { Optional } from './optional.tsx';

interface FieldLayout {
  rjsfId: string;
  schema: RJSFSchema;
  required: boolean;
  frame: FieldFrame;
  /** The inputs. */
  children: ReactNode;
}

/** What a field is called, and whether it may be left empty. No component: each costs a long form. */
export function fieldLabel({ frame, required, schema }: Omit<FieldLayout, 'children'>): ReactNode {
  const { label } = frame.words;
  return required && mustHold(schema) ? (
    label
  ) : (
    <>
      {label}
      <Optional />
    </>
  );
}

/** What stands below the label of a field. */
export function fieldInside({ rjsfId, schema, frame, children }: FieldLayout): ReactNode {
  const { words, note } = frame;
  return (
    <>
      {words.hint && <FieldHint rjsfId={rjsfId} text={words.hint} />}
      {note.error && <FieldError rjsfId={rjsfId} error={note.error} />}
      {children}
      {isRemarkable(rjsfId, schema) && (
        <FieldRemark rjsfId={rjsfId} words={words} remark={note.remark} />
      )}
    </>
  );
}

/** A field of one input, or of one tick, which has its label beside it. */
export function fieldBox({ hasLabel, ...field }: FieldLayout & { hasLabel: boolean }): ReactNode {
  return (
    <div className="field" part="field">
      {hasLabel && (
        <label className="label" part="label" htmlFor={domId(field.rjsfId)}>
          {fieldLabel(field)}
        </label>
      )}
      {fieldInside(field)}
    </div>
  );
}
