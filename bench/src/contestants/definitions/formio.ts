import type { Field, FormCase } from '../../cases/form-case.ts';

/** The form for Form.io. */
export function formioDefinition({ fields }: FormCase): unknown {
  const button = { type: 'button', action: 'submit', key: 'submit', label: 'Send', input: true };
  return { display: 'form', components: [...fields.map((field) => componentOf(field)), button] };
}

function componentOf(field: Field): unknown {
  const { name: key, title: label, required } = field;
  const common = { key, label, input: true, validate: { required } };
  switch (field.kind) {
    case 'text': {
      const { minLength, maxLength } = field;
      return { ...common, type: 'textfield', validate: { required, minLength, maxLength } };
    }
    case 'date':
      return { ...common, type: 'day', dayFirst: true };
    case 'number': {
      const { minimum: min, maximum: max } = field;
      return { ...common, type: 'number', validate: { required, min, max, integer: true } };
    }
    case 'select':
      return {
        ...common,
        type: 'select',
        dataSrc: 'values',
        data: { values: named(field.choices) },
      };
    case 'radio':
      return { ...common, type: 'radio', values: named(field.choices) };
    case 'checkbox':
      return { ...common, type: 'checkbox' };
    case 'list': {
      const components = field.fields.map((part) => componentOf(part));
      return { ...common, type: 'datagrid', initEmpty: false, components };
    }
  }
}

function named(choices: readonly string[]) {
  return choices.map((label) => ({ label, value: label }));
}
