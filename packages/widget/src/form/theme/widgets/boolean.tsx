import type { WidgetProps } from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { isConsent } from '../../fields/field-kind.ts';
import { domId } from '../../fields/field-id.ts';
import { FieldFrameContext, useFieldAria } from '../../fields/use-field.ts';
import { Radios } from './choices.tsx';
import { useChosen } from './use-chosen.ts';
import { usePicked } from './use-picked.ts';

/** A question gets yes and no, so that no is an answer too; a consent gets one box to tick. */
export function BooleanWidget(props: WidgetProps): ReactNode {
  return isConsent(props.schema) ? <Consent {...props} /> : <Radios {...props} />;
}

function Consent({ id, value, disabled, onChange, onBlur }: WidgetProps): ReactNode {
  const aria = useFieldAria(id);
  const { label } = useContext(FieldFrameContext).words;
  const choose = useChosen({ id, onChange });
  usePicked(id, ({ length }) => onChange(length > 0 || undefined, undefined, id));
  return (
    <label className="tick">
      <input
        type="checkbox"
        name={domId(id)}
        checked={value === true}
        disabled={disabled}
        onChange={({ target }) => choose(target.checked || undefined)}
        onBlur={() => onBlur(id, value)}
        {...aria}
      />
      <span>{label}</span>
    </label>
  );
}
