import {
  inOrder,
  type Members,
  SCHEMA_CHANGES,
  type SchemaChange,
  spareField,
} from './changed-schemas.ts';
import type { Field, Form, Schema } from './form.ts';

/** A form after the service has changed it. */
export const changedForm = (form: Form, changes: ReadonlySet<SchemaChange>): Form =>
  inOrder(changes).reduce(withChange, form);

function withChange(form: Form, change: SchemaChange): Form {
  const apply = (schema: Schema) => SCHEMA_CHANGES[change](schema as Members) as Schema;
  if (change === 'an optional field') {
    const gone = spareField(form.schema as Members);
    const fields = form.fields.filter(({ path }) => path[0] !== gone);
    return { ...form, schema: apply(form.schema), fields };
  }
  const fields = form.fields.map((field): Field => {
    const schema = apply(field.schema);
    const { options } = field;
    if (change !== 'all options but two' || options === undefined) return { ...field, schema };
    const values = [...new Set(options.map(([, value]) => value))].slice(0, 2);
    return { ...field, schema, options: options.filter(([, value]) => values.includes(value)) };
  });
  return { ...form, schema: apply(form.schema), fields };
}
