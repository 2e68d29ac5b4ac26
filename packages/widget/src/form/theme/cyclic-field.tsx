import { RJSF_REF_CYCLE_KEY, type FieldProps } from '@rjsf/utils';
import { useState, type ReactNode } from 'react';
import { isEmpty } from '../sendable-data.ts';
import { ExpandTemplate } from './templates/expand-template.tsx';

/** A part that contains itself: opened by whoever fills it in, or by what it holds already. */
export function CyclicField(props: FieldProps): ReactNode {
  const { schema, formData, fieldPathId, registry } = props;
  const { SchemaField } = registry.fields;
  const [isOpen, setIsOpen] = useState(() => !isEmpty(formData ?? {}));
  if (isOpen && SchemaField !== undefined)
    return <SchemaField {...props} schema={{ ...schema, [RJSF_REF_CYCLE_KEY]: false }} />;
  return <ExpandTemplate {...{ schema, fieldPathId }} onExpand={() => setIsOpen(true)} />;
}
