import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import type { ComponentType, ReactNode } from 'react';
import { pathOf } from '../fields/field-id.ts';
import { isQuiet } from '../fields/is-quiet.ts';
import { knownField } from '../fields/known-field.ts';
import { useFieldFrame, useShown } from '../fields/use-field.ts';
import type { KnownField } from '../../i18n/known-fields.ts';
import { fieldBox } from './templates/field-layout.tsx';
import { useLine } from './widgets/use-line.ts';

/** Formats of a line. */
const FORMATS: readonly unknown[] = [undefined, 'email', 'uri'];
/** Texts that are more than a line: parts of a date, a city, what may look odd or follows another field. */
const MORE: readonly (KnownField | undefined)[] = [
  'city_locode',
  'dob',
  'document_id',
  'phone',
  'referee_phone',
];

const NO_OPTIONS = {};

/**
 * RJSF's field, but for plain lines of text: they are drawn by one component each, where RJSF and our
 * templates have ten, so that a form of hundreds stands in half the time.
 */
export function withPlainLines(Field: ComponentType<FieldProps>): ComponentType<FieldProps> {
  return function LineOrField(props) {
    return isPlainLine(props) ? <PlainLine {...props} /> : <Field {...props} />;
  };
}

function isPlainLine({ schema, readonly, fieldPathId, ...props }: FieldProps): boolean {
  const { type, format } = schema as RJSFSchema;
  if (type !== 'string' || readonly || !FORMATS.includes(format)) return false;
  // The shapes of a part take turns in one input, which keeps the focus.
  if ('options' in props || !isQuiet(schema)) return false;
  return !MORE.includes(knownField(pathOf(fieldPathId.$id)));
}

function PlainLine(props: FieldProps): ReactNode {
  const { schema, fieldPathId, required = false, formData, onChange } = props;
  const { $id: id, path } = fieldPathId;
  const frame = useFieldFrame(id, schema, 'text', undefined);
  useShown(id, frame.words, { required, isContainer: false, answer: 'typed' });
  const line = useLine(
    {
      ...props,
      id,
      value: formData,
      options: NO_OPTIONS,
      onChange: (value, errors, rjsfId) => onChange(value, path, errors, rjsfId),
    },
    frame,
  );
  const parts = { rjsfId: id, schema, required, frame, children: <input {...line} /> };
  return fieldBox({ ...parts, hasLabel: true });
}
