import type { FormCase } from '../cases/form-case.ts';
import type { Contestant } from './contestant.ts';
import { formioDefinition } from './definitions/formio.ts';
import { formkitDefinition } from './definitions/formkit.ts';
import { jsfeDefinition } from './definitions/jsfe.ts';
import { jsonformsDefinition } from './definitions/jsonforms.ts';
import { rjsfDefinition } from './definitions/rjsf.ts';
import { surveyjsDefinition } from './definitions/surveyjs.ts';

/** What one would use instead, each with its definition already in the page. */
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
    sent: 'bench-sent',
    page: async (form, { builtPage }) => {
      const definition = JSON.stringify(define(form)).replaceAll('<', '\\u003c');
      return (await builtPage(id)).replace(
        /(<script [^>]*id="definition">)/,
        (tag) => tag + definition,
      );
    },
  };
}
