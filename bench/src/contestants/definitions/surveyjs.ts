import type { Field, FormCase } from '../../cases/form-case.ts';

/** The form for SurveyJS. */
export function surveyjsDefinition({ fields }: FormCase): unknown {
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
