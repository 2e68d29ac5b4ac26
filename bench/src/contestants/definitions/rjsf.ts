import type { FormCase } from '../../cases/form-case.ts';
import { jsonSchemaOf } from '../../cases/json-schema.ts';

/** The form for RJSF; radios are asked for by name, as it draws a menu by itself. */
export function rjsfDefinition(form: FormCase): unknown {
  return { schema: jsonSchemaOf(form), uiSchema: radiosOf(form) };
}

/** What jsfe takes too. */
export function radiosOf({ fields }: FormCase): Record<string, unknown> {
  const radios = fields.filter(({ kind }) => kind === 'radio');
  return Object.fromEntries(radios.map(({ name }) => [name, { 'ui:widget': 'radio' }]));
}
