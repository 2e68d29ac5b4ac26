import { RJSF_REF_CYCLE_KEY, type FieldProps } from '@rjsf/utils';
import { useState, type ReactNode } from 'react';
import { RECURSIVE_REF } from '../render-schema.ts';
import { isEmpty } from '../sendable-data.ts';
import { ExpandTemplate } from './templates/expand-template.tsx';

/**
 * An object that contains itself. It stays behind a button until the candidate opens it, unless it
 * holds data already; see `render-schema.ts`.
 */
export function RecursiveField(props: FieldProps): ReactNode {
  const { schema, formData, fieldPathId, registry } = props;
  const { SchemaField } = registry.fields;
  const [isOpen, setIsOpen] = useState(() => !isEmpty(formData ?? {}));
  if (isOpen && SchemaField !== undefined) {
    const { [RECURSIVE_REF]: $ref } = schema;
    const opened = $ref === undefined ? { ...schema, [RJSF_REF_CYCLE_KEY]: false } : { $ref };
    return <SchemaField {...props} schema={opened as typeof schema} />;
  }
  return <ExpandTemplate {...{ schema, fieldPathId }} onExpand={() => setIsOpen(true)} />;
}
