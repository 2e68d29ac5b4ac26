import type { FieldError } from '../sandbox-error.ts';
import { errorText } from './error-text.ts';
import { fieldsOf, idOf, itemsOf, type FormField } from './form-field.ts';
import { html, type Html } from './html.ts';
import { say, type Words } from './words.ts';

/** What is wrong, in plain words, each line leading to its field; nothing when all is right. */
export function errorSummary(
  fields: readonly FormField[],
  errors: readonly FieldError[],
  words: Words,
): Html {
  if (errors.length === 0) return html``;
  const all = fields.flatMap(withChildren);
  const placeOf = ({ pointer }: FieldError) => all.findIndex((field) => field.pointer === pointer);
  const inPageOrder = errors.toSorted((one, other) => placeOf(one) - placeOf(other));
  const lines = inPageOrder.map((error) => {
    const field = all[placeOf(error)];
    if (field === undefined) return html`<li>${say(words.wrong, error.pointer)}</li>\n`;
    return html`<li><a href="#${idOf(field)}">${errorText(error, field, words)}</a></li>\n`;
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${words.errorTitle}</h2>
<ul>
${lines}</ul>
</div>`;
}

function withChildren(field: FormField): FormField[] {
  const { schema, pointer } = field;
  if (schema.type === 'array') return [field, ...itemsOf(field).flatMap(withChildren)];
  if (schema.type !== 'object') return [field];
  return [field, ...fieldsOf(schema, pointer).flatMap(withChildren)];
}
