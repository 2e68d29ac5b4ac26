import { jsonSchemaOf, type Field, type FormCase } from '../cases.ts';
import type { Contestant } from './contestant.ts';

/** Other form libraries, each with its definition already in the page. */
export const PEERS: readonly Contestant[] = [
  peer('rjsf', 'RJSF', rjsfDefinition, {
    submit: 'button[type=submit]',
    error: '.text-danger',
  }),
  peer('surveyjs', 'SurveyJS', surveyjsDefinition, {
    submit: '.sd-navigation__complete-btn',
    error: '.sd-question__erbox',
  }),
  peer('formio', 'Form.io', formioDefinition, {
    submit: 'button[name="data[submit]"]',
    error: '.formio-errors .error, .alert-danger',
  }),
  peer('jsonforms', 'JSONForms', jsonformsDefinition, {
    submit: '#form > div > button',
    error: '.validation_error',
  }),
  peer('jsfe', 'jsfe', jsfeDefinition, {
    submit: 'jsf-shoelace sl-button[type=submit]',
    error: '[data-user-invalid]',
  }),
  peer('formkit', 'FormKit', formkitDefinition, {
    submit: 'button[type=submit]',
    error: '.formkit-message',
  }),
];

function peer(
  id: string,
  title: string,
  define: (form: FormCase) => unknown,
  found: Pick<Contestant, 'submit' | 'error'>,
): Contestant {
  return {
    ...found,
    id,
    title,
    page: async (form, { builtPage }) => {
      const definition = JSON.stringify(define(form)).replaceAll('<', '\\u003c');
      return (await builtPage(id)).replace(
        /(<script [^>]*id="definition">)/,
        (tag) => tag + definition,
      );
    },
  };
}

/** RJSF renders a menu unless `ui:widget` says otherwise. */
function rjsfDefinition(form: FormCase): unknown {
  return { schema: jsonSchemaOf(form), uiSchema: radiosOf(form) };
}

function radiosOf({ fields }: FormCase): Record<string, unknown> {
  const radios = fields.filter(({ kind }) => kind === 'radio');
  return Object.fromEntries(radios.map(({ name }) => [name, { 'ui:widget': 'radio' }]));
}

function surveyjsDefinition({ fields }: FormCase): unknown {
  return { elements: fields.map((field) => questionOf(field)), completeText: 'Send' };
}

function questionOf(field: Field): unknown {
  const { name, title, required: isRequired } = field;
  const common = { name, title, isRequired };
  switch (field.kind) {
    case 'text':
      return {
        ...common,
        type: 'text',
        maxLength: field.maxLength,
        validators: [longEnough(field)],
      };
    case 'date':
      return { ...common, type: 'text', inputType: 'date' };
    case 'number': {
      const { minimum: min, maximum: max } = field;
      return { ...common, type: 'text', inputType: 'number', min, max };
    }
    case 'select':
      return { ...common, type: 'dropdown', choices: field.choices };
    case 'radio':
      return { ...common, type: 'radiogroup', choices: field.choices };
    case 'checkbox':
      return { ...common, type: 'boolean', renderAs: 'checkbox' };
    case 'list': {
      const templateElements = field.fields.map((part) => questionOf(part));
      return { ...common, type: 'paneldynamic', panelCount: 1, minPanelCount: 1, templateElements };
    }
  }
}

function longEnough({ minLength }: { minLength: number }) {
  return { type: 'text', minLength };
}

function formioDefinition({ fields }: FormCase): unknown {
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

/** JSONForms does not add the first entry of a list by itself, so the data has it. */
function jsonformsDefinition(form: FormCase): unknown {
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

function jsfeDefinition(form: FormCase): unknown {
  return { schema: jsonSchemaOf(form), uiSchema: radiosOf(form) };
}

/** A growing list is not part of FormKit's open packages: the list has one entry. */
function formkitDefinition({ fields }: FormCase): unknown {
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
