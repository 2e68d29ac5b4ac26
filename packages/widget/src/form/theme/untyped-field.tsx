import type { FieldProps } from '@rjsf/utils';
import { useMemo, type ReactNode } from 'react';
import { useForm } from '../form-context.ts';

/** A field of no type is typed as text; one that forbids whatever it holds can only be left out. */
export function UntypedField(props: FieldProps): ReactNode {
  const { messages } = useForm();
  const { schema, registry } = props;
  const { StringField } = registry.fields;
  const asText = useMemo(() => ({ ...schema, type: 'string' as const }), [schema]);
  if (schema.type !== undefined) throw new Error('A field of the schema has an unknown type');
  if (schema.not !== undefined) return <p className="hint">{messages.cannotFill}</p>;
  return StringField && <StringField {...props} schema={asText} />;
}
