import type { RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { dateParts } from '../../fields/date-parts.ts';
import { partId } from '../../fields/field-id.ts';
import { useFieldAria } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';

interface FieldGroupProps {
  rjsfId: string;
  schema: RJSFSchema;
  moment: 'date' | 'date-time' | undefined;
  label: ReactNode;
  children: ReactNode;
}

/** A field of several inputs: choices, or the parts of a date, under one name. */
export function FieldGroup(props: FieldGroupProps): ReactNode {
  return props.moment ? <Parts {...props} moment={props.moment} /> : <Choices {...props} />;
}

function Choices({ rjsfId, schema, label, children }: FieldGroupProps): ReactNode {
  const { 'aria-invalid': isInvalid, ...aria } = useFieldAria(rjsfId);
  const isOneChosen = schema.type !== 'array';
  return (
    <fieldset
      className="field"
      part="field"
      role={isOneChosen ? 'radiogroup' : undefined}
      aria-labelledby={partId(rjsfId, 'label')}
      aria-invalid={isOneChosen ? isInvalid : undefined}
      tabIndex={-1}
      {...aria}
    >
      <legend className="label" part="label" id={partId(rjsfId, 'label')}>
        {label}
      </legend>
      {children}
    </fieldset>
  );
}

/** Named by its legend alone: whoever looks for the label finds the first part, and nothing else. */
function Parts({
  rjsfId,
  moment,
  label,
  children,
}: FieldGroupProps & { moment: 'date' | 'date-time' }): ReactNode {
  const { isMonthFirst } = useForm();
  const { id, 'aria-describedby': describedBy } = useFieldAria(rjsfId);
  const [first = 'day'] = dateParts(moment, isMonthFirst);
  return (
    <fieldset className="field" part="field" id={id} aria-describedby={describedBy} tabIndex={-1}>
      <legend className="label" part="label">
        <label htmlFor={partId(rjsfId, first)}>{label}</label>
      </legend>
      {children}
    </fieldset>
  );
}
