import type { Pipeline } from '../pipelines.ts';
import { html, type Html } from './html.ts';

/** Why a new candidate or person was not created, and what HR had typed. */
export interface FormFault {
  form: 'candidate' | 'person';
  /** The field it is about; absent when it is about none. */
  field?: string;
  /** A plain sentence. */
  message: string;
  values: Record<string, string>;
}
type Groups = Record<string, Pipeline[]>;

/** Asks for what a precandidate's creation takes. */
export function candidateForm(groups: Groups, fault?: FormFault): Html {
  const mine = fault?.form === 'candidate' ? fault : undefined;
  const values = mine?.values ?? {};
  return html`<form method="post" action="/candidates" class="fields">
    ${faultNote(mine)}
    ${textField('name', 'Name', mine, { autocomplete: 'off', required: true })}
    ${pipelineField('candidate', groups, values)}
    ${textField('email', 'E-mail', mine, { type: 'email', autocomplete: 'off', required: true })}
    ${textField('phone', 'Phone', mine, { type: 'tel', autocomplete: 'off', hint: 'With the country’s prefix, like +51 999 888 777. The screening call needs it.' })}
    <button class="main-action">Create candidate</button>
  </form>`;
}

/** Asks for what a person's creation takes when nothing is missing. */
export function personForm(groups: Groups, fault?: FormFault): Html {
  const mine = fault?.form === 'person' ? fault : undefined;
  const values = mine?.values ?? {};
  return html`<form method="post" action="/people" class="fields">
    <p class="quiet">Checks start at once; we are told by webhook when they end.</p>
    ${faultNote(mine)}
    ${textField('name', 'Name', mine, { id: 'person-name', autocomplete: 'off', required: true })}
    ${pipelineField('person', groups, values)}
    ${textField('document_id', 'Document number', mine, { autocomplete: 'off', required: true })}
    <button class="main-action">Start the checks</button>
  </form>`;
}

function faultNote(fault: FormFault | undefined): Html | undefined {
  if (fault === undefined || fault.field !== undefined) return undefined;
  return html`<p class="fault" role="alert" tabindex="-1" data-focus>${fault.message}</p>`;
}

interface TextField {
  id?: string;
  type?: string;
  autocomplete: string;
  required?: boolean;
  hint?: string;
}

function textField(
  name: string,
  label: string,
  fault: FormFault | undefined,
  field: TextField,
): Html {
  const id = field.id ?? name;
  const message = fault?.field === name ? fault.message : undefined;
  const described = [field.hint && `${id}-hint`, message && `${id}-fault`]
    .filter(Boolean)
    .join(' ');
  return html`<div class="field">
    <label for="${id}">${label}${field.required !== true && html` <span class="quiet">(optional)</span>`}</label>
    ${field.hint && html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
    ${message && html`<p class="fault" id="${id}-fault">${message}</p>`}
    <input id="${id}" name="${name}" type="${field.type ?? 'text'}" value="${fault?.values[name] ?? ''}"
      autocomplete="${field.autocomplete}" ${field.required && 'required'} ${described !== '' && html`aria-describedby="${described}"`} ${message && html`aria-invalid="true" data-focus`}>
  </div>`;
}

function pipelineField(form: string, groups: Groups, values: Record<string, string>): Html {
  const option = ({ pipeline_name, label }: Pipeline) =>
    html`<option value="${pipeline_name}" ${values['pipeline_name'] === pipeline_name && 'selected'}>${label}</option>`;
  return html`<div class="field">
    <label for="${form}-pipeline">Pipeline</label>
    <select id="${form}-pipeline" name="pipeline_name">${Object.entries(groups).map(
      ([group, pipelines]) => html`<optgroup label="${group}">${pipelines.map(option)}</optgroup>`,
    )}</select>
  </div>`;
}
