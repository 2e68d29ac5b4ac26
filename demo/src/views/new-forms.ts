import type { Pipeline } from '../pipelines.ts';
import { html, type Html } from './html.ts';

/** Why a candidate or person could not be created, and the values that HR entered. */
export interface FormError {
  form: 'candidate' | 'person';
  /** The invalid field; absent when the error is about the whole form. */
  field?: string;
  message: string;
  values: Record<string, string>;
}
type Groups = Record<string, Pipeline[]>;

/** The fields that creating a precandidate needs. */
export function candidateForm(groups: Groups, formError?: FormError): Html {
  const error = formError?.form === 'candidate' ? formError : undefined;
  return html`<form method="post" action="/candidates" class="fields">
    ${errorNote(error)}
    ${textField('name', 'Name', error, { required: true })}
    ${pipelineField('candidate', groups, error)}
    ${textField('email', 'E-mail', error, { type: 'email', required: true })}
    ${textField('phone', 'Phone', error, { type: 'tel', hint: 'With the country code, like +51 999 888 777. The screening call needs it.' })}
    <button class="main-action">Create candidate</button>
  </form>`;
}

/** The fields that creating a person with complete data needs. */
export function personForm(groups: Groups, formError?: FormError): Html {
  const error = formError?.form === 'person' ? formError : undefined;
  return html`<form method="post" action="/people" class="fields">
    <p class="muted">Checks start at once; a webhook tells us when they end.</p>
    ${errorNote(error)}
    ${textField('name', 'Name', error, { id: 'person-name', required: true })}
    ${pipelineField('person', groups, error)}
    ${textField('document_id', 'Document number', error, { required: true })}
    <button class="main-action">Start the checks</button>
  </form>`;
}

function errorNote(error: FormError | undefined): Html | undefined {
  if (error === undefined || error.field !== undefined) return undefined;
  return html`<p class="error" role="alert" tabindex="-1" data-focus>${error.message}</p>`;
}

interface TextField {
  /** Default: the name. */
  id?: string;
  type?: string;
  required?: boolean;
  hint?: string;
}

function textField(
  name: string,
  label: string,
  error: FormError | undefined,
  { id = name, type = 'text', required = false, hint }: TextField,
): Html {
  const message = error?.field === name ? error.message : undefined;
  const described = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${id}">${label}${!required && html` <span class="muted">(optional)</span>`}</label>
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${message && html`<p class="error" id="${id}-error">${message}</p>`}
    <input id="${id}" name="${name}" type="${type}" value="${error?.values[name] ?? ''}"
      autocomplete="off" ${required && 'required'} ${described !== '' && html`aria-describedby="${described}"`} ${message && html`aria-invalid="true" data-focus`}>
  </div>`;
}

function pipelineField(form: string, groups: Groups, error: FormError | undefined): Html {
  const chosen = error?.values['pipeline_name'];
  const option = ({ pipeline_name, label }: Pipeline) =>
    html`<option value="${pipeline_name}" ${chosen === pipeline_name && 'selected'}>${label}</option>`;
  return html`<div class="field">
    <label for="${form}-pipeline">Pipeline</label>
    <select id="${form}-pipeline" name="pipeline_name">${Object.entries(groups).map(
      ([group, pipelines]) => html`<optgroup label="${group}">${pipelines.map(option)}</optgroup>`,
    )}</select>
  </div>`;
}
