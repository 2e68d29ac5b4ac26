import type { Field, FormCase } from '../../cases/form-case.ts';
import { jsonSchemaOf } from '../../cases/json-schema.ts';

/** The form for JSONForms, and data in which the list has its first entry, as it adds none by itself. */
export function jsonformsDefinition(form: FormCase): unknown {
  const lists = form.fields.filter(({ kind }) => kind === 'list');
  return {
    schema: jsonSchemaOf(form),
    uischema: { type: 'VerticalLayout', elements: form.fields.map((field) => controlOf(field)) },
    data: Object.fromEntries(lists.map(({ name }) => [name, [{}]])),
  };
}

function controlOf({ kind, name, title }: Field): unknown {
  const options = kind === 'radio' ? { options: { format: 'radio' } } : {};
  return { type: 'Control', scope: `#/properties/${name}`, label: title, ...options };
}
