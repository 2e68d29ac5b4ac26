import RjsfSchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { REF_KEY, RJSF_REF_CYCLE_KEY, RJSF_REF_KEY, type FieldProps } from '@rjsf/utils';
import { useContext, useMemo, type ReactNode } from 'react';
import { CyclicField } from './cyclic-field.tsx';
import { OpenRefs } from './open-refs.ts';

/**
 * RJSF's field, which ends where a part comes back to itself. RJSF itself sees that only where the
 * part refers to itself directly: by way of a part in between it would draw without end.
 */
export function SchemaField(props: FieldProps): ReactNode {
  const schema = props.schema as Record<PropertyKey, unknown>;
  const open = useContext(OpenRefs);
  const ref = schema[RJSF_REF_KEY] ?? schema[REF_KEY];
  const isOpened = schema[RJSF_REF_CYCLE_KEY] === false;
  const isCycle = typeof ref === 'string' && open.includes(ref) && !isOpened;
  const below = useMemo(() => {
    const others = isOpened ? [] : open;
    return typeof ref === 'string' ? [...others, ref] : others;
  }, [open, ref, isOpened]);
  if (isCycle) return <CyclicField {...props} />;
  return (
    <OpenRefs value={below}>
      <RjsfSchemaField {...props} />
    </OpenRefs>
  );
}
