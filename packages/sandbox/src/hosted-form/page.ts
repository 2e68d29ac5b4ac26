import type { FieldError } from '../errors.ts';
import type { FormSchema, Language } from '../pipelines/pipeline.ts';
import { fieldsOf, idOf, itemsOf, type FormField } from './fields.ts';
import { html, type Html } from './html.ts';
import { formatMessage, MESSAGES, type Messages } from './messages.ts';
import { errorMessage, renderField } from './render-field.ts';

/** The form, empty or with the values and errors of a rejected post. Works without scripts. */
export function formPage(
  lang: Language,
  schema: FormSchema,
  data: Record<string, unknown> = {},
  errors: readonly FieldError[] = [],
): Html {
  const messages = MESSAGES[lang];
  const fields = fieldsOf(schema);
  const title = errors.length > 0 ? `${messages.errorTitle} – ${messages.title}` : messages.title;
  return page(
    lang,
    title,
    html`<h1>${messages.title}</h1>
<p>${fields.length > 0 ? messages.intro : messages.nothingToFill}</p>
${errorSummary(fields, errors, messages)}
<form method="post" novalidate>
${fields.map((field) => renderField(field, { data, errors, messages }))}
<button type="submit">${messages.send}</button>
</form>`,
  );
}

/** The page shown in place of the form, by the response's status. */
export function messagePage(lang: Language, status: number): Html {
  const messages = MESSAGES[lang];
  const [title, text] = messageKeysOf(status);
  return page(lang, messages[title], html`<h1>${messages[title]}</h1>\n<p>${messages[text]}</p>`);
}

function messageKeysOf(status: number) {
  if (status === 200 || status === 409) return ['submittedTitle', 'submitted'] as const;
  if (status === 404) return ['notFoundTitle', 'notFound'] as const;
  return ['failedTitle', 'failed'] as const;
}

function page(lang: Language, title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/forms/form.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

/** One link per error to its field, in page order; nothing without errors. */
function errorSummary(
  fields: readonly FormField[],
  errors: readonly FieldError[],
  messages: Messages,
): Html {
  if (errors.length === 0) return html``;
  const all = fields.flatMap(withChildren);
  const indexOf = ({ pointer }: FieldError) => all.findIndex((field) => field.pointer === pointer);
  const inPageOrder = errors.toSorted((one, other) => indexOf(one) - indexOf(other));
  const lines = inPageOrder.map((error) => {
    const field = all[indexOf(error)];
    if (field === undefined) {
      return html`<li>${formatMessage(messages.wrong, error.pointer)}</li>\n`;
    }
    return html`<li><a href="#${idOf(field)}">${errorMessage(error, field, messages)}</a></li>\n`;
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${messages.errorTitle}</h2>
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
