import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { isConsent } from '../../fields/field-kind.ts';
import { domId } from '../../fields/field-id.ts';
import { useFieldAria, useWords } from '../../fields/use-field.ts';
import { Radios } from './choices.tsx';

/** A question gets yes and no, so that no is an answer too; a consent gets one box to tick. */
export function BooleanWidget(props: WidgetProps): ReactNode {
  return isConsent(props.schema) ? <Consent {...props} /> : <Radios {...props} />;
}

function Consent({
  id,
  schema,
  value,
  disabled,
  readonly,
  onChange,
  onBlur,
}: WidgetProps): ReactNode {
  const aria = useFieldAria(id, schema);
  const { label } = useWords(id, schema);
  return (
    <label className="tick">
      <input
        type="checkbox"
        name={domId(id)}
        checked={value === true}
        disabled={disabled || readonly}
        onChange={({ target }) => onChange(target.checked || undefined, undefined, id)}
        onBlur={() => onBlur(id, value)}
        {...aria}
      />
      <span>{label}</span>
    </label>
  );
}
