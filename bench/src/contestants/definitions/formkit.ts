import type { Field, FormCase } from '../../cases/form-case.ts';

/** The form for FormKit. Its list that grows is not part of its open packages: a list of one entry. */
export function formkitDefinition({ fields }: FormCase): unknown {
  return fields.map((field) => nodeOf(field));
}

function nodeOf(field: Field): unknown {
  const { name, title: label, required } = field;
  const common = { name, label, id: name };
  const rules = (...others: string[]) => ({
    validation: [...(required ? ['required'] : []), ...others].join('|'),
  });
  switch (field.kind) {
    case 'text':
      return {
        ...common,
        $formkit: 'text',
        ...rules(`length:${field.minLength},${field.maxLength}`),
      };
    case 'date':
      return { ...common, $formkit: 'date', ...rules() };
    case 'number':
      return {
        ...common,
        $formkit: 'number',
        ...rules('number', `between:${field.minimum},${field.maximum}`),
      };
    case 'select':
      return { ...common, $formkit: 'select', options: ['', ...field.choices], ...rules() };
    case 'radio':
      return { ...common, $formkit: 'radio', options: field.choices, ...rules() };
    case 'checkbox':
      return { ...common, $formkit: 'checkbox', ...rules() };
    case 'list': {
      const children = field.fields.map((part) => nodeOf(part));
      return { name, $formkit: 'list', children: [{ $formkit: 'group', children }] };
    }
  }
}
