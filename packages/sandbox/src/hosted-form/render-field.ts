import type { FieldError } from '../sandbox-error.ts';
import { errorText } from './error-text.ts';
import { fieldsOf, idOf, itemsOf, type FormField } from './form-field.ts';
import { html, type Html } from './html.ts';
import type { Words } from './words.ts';

/** What the fields of one page share. */
export interface PageState {
  data: Record<string, unknown>;
  errors: readonly FieldError[];
  words: Words;
  /** Within a group that may be left out, nothing has to be filled in. */
  isInOptional?: boolean;
}

/** A field with its label, hint, error and value. */
export function renderField(field: FormField, state: PageState): Html {
  const { type } = field.schema;
  if (type === 'object') return renderGroup(field, fieldsOf(field.schema, field.pointer), state);
  if (type === 'array') return renderGroup(field, itemsOf(field), state);
  if (type === 'boolean') return renderCheckbox(field, state);
  return html`<div class="field">
<label for="${idOf(field)}">${labelOf(field, state.words)}</label>
${remarksOf(field, state)}
${field.schema.enum === undefined ? renderInput(field, state) : renderSelect(field, state)}
</div>
`;
}

function renderGroup(field: FormField, children: FormField[], state: PageState): Html {
  const isInOptional = state.isInOptional === true || !field.isRequired;
  return html`<fieldset id="${idOf(field)}" tabindex="-1"${describedBy(field, state)}>
<legend>${labelOf(field, state.words)}</legend>
${remarksOf(field, state)}
${children.map((child) => renderField(child, { ...state, isInOptional }))}
</fieldset>
`;
}

function renderInput(field: FormField, state: PageState): Html {
  const { type, format } = field.schema;
  const kind = format === 'date' || format === 'email' ? format : 'text';
  const mode = type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : undefined;
  const inputMode = mode === undefined ? html`` : html` inputmode="${mode}"`;
  const value = valueOf(field, state);
  return html`<input type="${kind}" value="${value}"${inputMode}${attributesOf(field, state)}>`;
}

function renderSelect(field: FormField, state: PageState): Html {
  const value = valueOf(field, state);
  const options = (field.schema.enum ?? []).map((choice) => {
    const selected = String(choice) === value ? html` selected` : html``;
    return html`<option value="${String(choice)}"${selected}>${String(choice)}</option>\n`;
  });
  return html`<select${attributesOf(field, state)}>
<option value="">${state.words.choose}</option>
${options}</select>`;
}

function renderCheckbox(field: FormField, state: PageState): Html {
  const checked = valueOf(field, state) === 'true' ? html` checked` : html``;
  return html`<div class="field check">
<input type="checkbox" value="true"${checked}${attributesOf(field, state)}>
<label for="${idOf(field)}">${labelOf(field, state.words)}</label>
${remarksOf(field, state)}
</div>
`;
}

function attributesOf(field: FormField, state: PageState): Html {
  const isRequired = field.isRequired && state.isInOptional !== true;
  const required = isRequired ? html` required` : html``;
  const invalid = errorOf(field, state) === undefined ? html`` : html` aria-invalid="true"`;
  const described = describedBy(field, state);
  return html` id="${idOf(field)}" name="${field.name}"${required}${described}${invalid}`;
}

function describedBy(field: FormField, state: PageState): Html {
  const id = idOf(field);
  const remarks = [
    ...(hasHint(field) ? [`${id}-hint`] : []),
    ...(errorOf(field, state) === undefined ? [] : [`${id}-error`]),
  ];
  return remarks.length === 0 ? html`` : html` aria-describedby="${remarks.join(' ')}"`;
}

function remarksOf(field: FormField, state: PageState): Html {
  const id = idOf(field);
  const error = errorOf(field, state);
  const hint = hasHint(field)
    ? html`<p class="hint" id="${id}-hint">${field.schema.description ?? ''}</p>`
    : html``;
  if (error === undefined) return hint;
  const text = errorText(error, field, state.words);
  return html`${hint}<p class="error" id="${id}-error">${text}</p>`;
}

/** A description without a title is the label. */
function hasHint({ schema }: FormField): boolean {
  return schema.title !== undefined && schema.description !== undefined;
}

function labelOf(field: FormField, words: Words): string {
  if (field.isConditional) return `${field.label} (${words.ifItApplies})`;
  return field.isRequired ? field.label : `${field.label} (${words.optional})`;
}

function errorOf({ pointer }: FormField, { errors }: PageState): FieldError | undefined {
  return errors.find((error) => error.pointer === pointer);
}

function valueOf(field: FormField, { data }: PageState): string {
  const segments = field.pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value: unknown = data;
  for (const segment of segments) {
    const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
    value = isHolder ? (value as Record<string, unknown>)[segment] : undefined;
  }
  return String(value ?? field.schema.default ?? '');
}
