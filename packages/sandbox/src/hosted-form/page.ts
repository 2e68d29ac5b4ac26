import type { FormSchema, Language } from '../pipelines/pipeline.ts';
import type { FieldError } from '../sandbox-error.ts';
import { errorSummary } from './error-summary.ts';
import { fieldsOf } from './form-field.ts';
import { html, type Html } from './html.ts';
import { renderField } from './render-field.ts';
import { WORDS } from './words.ts';

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

/** The form, empty or with the values and errors of a failed post. Works without a script. */
export function formPage(
  lang: Language,
  schema: FormSchema,
  data: Record<string, unknown> = {},
  errors: readonly FieldError[] = [],
): Html {
  const words = WORDS[lang];
  const fields = fieldsOf(schema);
  const title = errors.length > 0 ? `${words.errorTitle} – ${words.title}` : words.title;
  return page(
    lang,
    title,
    html`<h1>${words.title}</h1>
<p>${fields.length > 0 ? words.intro : words.nothingToFill}</p>
${errorSummary(fields, errors, words)}
<form method="post" novalidate>
${fields.map((field) => renderField(field, { data, errors, words }))}
<button type="submit">${words.send}</button>
</form>`,
  );
}

/** What is said in place of the form, by the answer's status. */
export function messagePage(lang: Language, status: number): Html {
  const words = WORDS[lang];
  const [title, text] = messageOf(status);
  return page(lang, words[title], html`<h1>${words[title]}</h1>\n<p>${words[text]}</p>`);
}

function messageOf(status: number) {
  if (status === 200 || status === 409) return ['submittedTitle', 'submitted'] as const;
  if (status === 404) return ['notFoundTitle', 'notFound'] as const;
  return ['failedTitle', 'failed'] as const;
}
