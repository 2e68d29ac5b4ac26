import { type FieldProps, RJSF_REF_CYCLE_KEY } from '@rjsf/utils';
import { type ReactNode, useMemo, useState } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import { partId } from '../fields/field-id.ts';
import { useFieldMessages } from '../fields/use-field.ts';
import { useForm } from '../form-context.ts';
import { RECURSIVE_REF } from '../render-schema.ts';
import { isEmpty } from '../form-data.ts';

/** A field without a type is text, unless its schema forbids every value. */
export function UntypedField(props: FieldProps): ReactNode {
  const { messages } = useForm();
  const { schema, registry } = props;
  const { StringField } = registry.fields;
  const asText = useMemo(() => ({ ...schema, type: 'string' as const }), [schema]);
  if (schema.type !== undefined) throw new Error('A field of the schema has an unknown type');
  if (schema.not !== undefined) return <p className="hint">{messages.cannotFill}</p>;
  return StringField && <StringField {...props} schema={asText} />;
}

/**
 * An object that contains itself, behind a button until the candidate opens it or if it holds data;
 * see `render-schema.ts`.
 */
export function RecursiveField(props: FieldProps): ReactNode {
  const { schema, formData, fieldPathId, registry } = props;
  const { messages } = useForm();
  const { label } = useFieldMessages(fieldPathId.$id, schema);
  const [isOpen, setIsOpen] = useState(() => !isEmpty(formData ?? {}));
  const { SchemaField } = registry.fields;
  if (isOpen && SchemaField !== undefined) {
    const { [RECURSIVE_REF]: $ref } = schema;
    const opened = $ref === undefined ? { ...schema, [RJSF_REF_CYCLE_KEY]: false } : { $ref };
    return <SchemaField {...props} schema={opened as typeof schema} />;
  }
  return (
    <button
      type="button"
      className="button secondary"
      id={partId(fieldPathId.$id, 'expand')}
      onClick={() => setIsOpen(true)}
    >
      {formatMessage(messages.add, label)}
    </button>
  );
}
