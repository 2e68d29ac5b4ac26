import type { FieldError } from '../errors.ts';
import { fieldsOf, idOf, itemsOf, type FormField } from './fields.ts';
import { html, type Html } from './html.ts';
import { formatMessage, type Messages } from './messages.ts';

/** What all fields of a page need. */
export interface FormState {
  data: Record<string, unknown>;
  errors: readonly FieldError[];
  messages: Messages;
  /** Inside an optional group, no control is required. */
  isInOptional?: boolean;
}

/** A field with its label, hint, error, and value. */
export function renderField(field: FormField, state: FormState): Html {
  const { type } = field.schema;
  if (type === 'object') return renderGroup(field, fieldsOf(field.schema, field.pointer), state);
  if (type === 'array') return renderGroup(field, itemsOf(field), state);
  if (type === 'boolean') return renderCheckbox(field, state);
  return html`<div class="field">
<label for="${idOf(field)}">${labelOf(field, state.messages)}</label>
${hintAndErrorOf(field, state)}
${field.schema.enum === undefined ? renderInput(field, state) : renderSelect(field, state)}
</div>
`;
}

function renderGroup(field: FormField, children: FormField[], state: FormState): Html {
  const isInOptional = state.isInOptional === true || !field.isRequired;
  return html`<fieldset id="${idOf(field)}" tabindex="-1"${describedBy(field, state)}>
<legend>${labelOf(field, state.messages)}</legend>
${hintAndErrorOf(field, state)}
${children.map((child) => renderField(child, { ...state, isInOptional }))}
</fieldset>
`;
}

function renderInput(field: FormField, state: FormState): Html {
  const { type, format } = field.schema;
  const kind = format === 'date' || format === 'email' ? format : 'text';
  const mode = type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : undefined;
  const inputMode = mode === undefined ? html`` : html` inputmode="${mode}"`;
  const value = valueOf(field, state);
  return html`<input type="${kind}" value="${value}"${inputMode}${attributesOf(field, state)}>`;
}

function renderSelect(field: FormField, state: FormState): Html {
  const value = valueOf(field, state);
  const options = (field.schema.enum ?? []).map((choice) => {
    const selected = String(choice) === value ? html` selected` : html``;
    return html`<option value="${String(choice)}"${selected}>${String(choice)}</option>\n`;
  });
  return html`<select${attributesOf(field, state)}>
<option value="">${state.messages.choose}</option>
${options}</select>`;
}

function renderCheckbox(field: FormField, state: FormState): Html {
  const checked = valueOf(field, state) === 'true' ? html` checked` : html``;
  return html`<div class="field check">
<input type="checkbox" value="true"${checked}${attributesOf(field, state)}>
<label for="${idOf(field)}">${labelOf(field, state.messages)}</label>
${hintAndErrorOf(field, state)}
</div>
`;
}

function attributesOf(field: FormField, state: FormState): Html {
  const isRequired = field.isRequired && state.isInOptional !== true;
  const required = isRequired ? html` required` : html``;
  const invalid = errorOf(field, state) === undefined ? html`` : html` aria-invalid="true"`;
  const described = describedBy(field, state);
  return html` id="${idOf(field)}" name="${field.name}"${required}${described}${invalid}`;
}

function describedBy(field: FormField, state: FormState): Html {
  const id = idOf(field);
  const ids = [
    ...(hasHint(field) ? [`${id}-hint`] : []),
    ...(errorOf(field, state) === undefined ? [] : [`${id}-error`]),
  ];
  return ids.length === 0 ? html`` : html` aria-describedby="${ids.join(' ')}"`;
}

function hintAndErrorOf(field: FormField, state: FormState): Html {
  const id = idOf(field);
  const error = errorOf(field, state);
  const hint = hasHint(field)
    ? html`<p class="hint" id="${id}-hint">${field.schema.description ?? ''}</p>`
    : html``;
  if (error === undefined) return hint;
  const text = errorMessage(error, field, state.messages);
  return html`${hint}<p class="error" id="${id}-error">${text}</p>`;
}

/** Without a title, the description is the label. */
function hasHint({ schema }: FormField): boolean {
  return schema.title !== undefined && schema.description !== undefined;
}

function labelOf(field: FormField, messages: Messages): string {
  if (field.isConditional) return `${field.label} (${messages.ifItApplies})`;
  return field.isRequired ? field.label : `${field.label} (${messages.optional})`;
}

function errorOf({ pointer }: FormField, { errors }: FormState): FieldError | undefined {
  return errors.find((error) => error.pointer === pointer);
}

function valueOf(field: FormField, { data }: FormState): string {
  // An own property at each step: a field may be named `constructor`.
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

/** One sentence about one field. */
export function errorMessage(error: FieldError, field: FormField, messages: Messages): string {
  return formatMessage(messages[messageKeyOf(error, field)], field.label);
}

function messageKeyOf({ keyword }: FieldError, { schema }: FormField): keyof Messages {
  if (keyword === 'required') return 'missing';
  if (keyword === 'const' && schema.type === 'boolean') return 'mustAccept';
  if (keyword === 'format' && schema.format === 'date') return 'wrongDate';
  if (keyword === 'type' && schema.type !== 'string') return 'wrongNumber';
  if (keyword === 'minItems') return 'missing';
  if (keyword === 'minLength') return 'tooShort';
  if (keyword === 'maxLength') return 'tooLong';
  return 'wrong';
}
