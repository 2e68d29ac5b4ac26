import type { PageWords } from 'precandidate-form/server';
import { Html, html } from '../bootstrap/html.ts';

/** What a sentence is about, and so how it looks. */
export type Tone = 'good' | 'busy' | 'trouble';

export interface Sentence {
  title: string;
  text: string;
}

/** A sentence in place of a form. */
export interface Card {
  sentence: Sentence;
  tone: Tone;
  /** What can be done next. */
  below?: Html | undefined;
}

type Entries = readonly (readonly [name: string, value: string])[];

interface Page {
  words: PageWords;
  /** Path of the sheet of such pages. */
  sheet: string;
}

/** Where a form stands, in place of the form. */
export function cardPage({ words, sheet, sentence, tone, below }: Page & Card): string {
  const { title, text } = sentence;
  const card = html`<div class="card ${tone}"><h1 class="title">${title}</h1><p class="text">${text}</p>${below}</div>`;
  return page({ words, sheet, title, content: card });
}

/** The same among what else a page of a host has. */
export function cardInPage({ sentence, tone, below }: Card): Html {
  return html`<div class="card ${tone}" part="card"><h2 class="title">${sentence.title}</h2><p class="text">${sentence.text}</p>${below}</div>`;
}

/** What a candidate should know before filling in. */
export function noticeAbove({ sentence, tone }: Card): Html {
  return html`<div class="notice ${tone}" part="notice"><div><p class="title">${sentence.title}</p><p class="text">${sentence.text}</p></div></div>`;
}

/** The page itself, as it is by then. */
export function lookAgain(href: string, label: string): Html {
  return html`<a class="button secondary" href="${href}">${label}</a>`;
}

/** The way to another address. */
export function linkTo(href: string, label: string): Html {
  return html`<a class="button primary" href="${href}" rel="noopener noreferrer">${label}</a>`;
}

/** Sends the same once more. */
export function sendAgain(words: PageWords, entries: Entries): Html {
  const inputs = entries.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" accept-charset="utf-8">${inputs}<button class="button primary">${words.retry}</button></form>`;
}

/** What was typed, to be read and copied. */
export function typedBefore(words: PageWords, typed: Entries): Html | undefined {
  if (typed.length === 0) return undefined;
  const lines = typed.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<details class="typed"><summary>${words.typed}</summary><dl>${lines}</dl></details>`;
}

/** The form once more, with what was typed. */
export function formPage({
  words,
  sheet,
  notice,
  fields,
  session,
}: Page & {
  notice?: Card | undefined;
  /** As the renderer draws it. */
  fields: string;
  session: string;
}): string {
  const hasErrors = fields.includes('part="error-summary"');
  const above = notice && noticeAbove(notice);
  const content = html`<h1 class="heading">${words.formName}</h1>${above}${new Html(postable(fields))}${hidden(fields, session)}`;
  // What a screen reader says first.
  const first = hasErrors ? `${words.error} ` : notice ? `${notice.sentence.title} – ` : '';
  return page({ words, sheet, title: first + words.formName, content });
}

/** Inputs that a form is posted with beside its fields; they stand outside of what the island draws. */
export function hidden(fields: string, session: string): Html {
  const drawn = [...new Set([...fields.matchAll(SILENT)].map(([, name]) => name))].join(' ');
  return html`<input type="hidden" name="session" value="${session}" form="candidate-form"><input type="hidden" name="drawn" value="${drawn}" form="candidate-form">`;
}

/** Controls that post nothing while nothing is chosen. In what React writes `>` ends a tag. */
const SILENT = /<input type="(?:radio|checkbox)"[^>]* name="([^"]*)"/g;
const LIST_BUTTON = /<button type="button"([^>]*) id="([^"]*)-(add|remove)">/g;
/** Enter presses the first button of a form, which must not be one that takes an entry out. */
const FIRST_BUTTON =
  '<button type="submit" class="unseen" tabindex="-1" aria-hidden="true"></button>';

/** The form of the island as one that needs no script: its lists grow and shrink by being posted. */
function postable(fields: string): string {
  return fields
    .replace(/<form [^>]*>/, (tag) => tag + FIRST_BUTTON)
    .replace('class="summary"', 'class="summary" autofocus')
    .replace(
      LIST_BUTTON,
      (_tag, rest: string, id: string, what: string) =>
        `<button type="submit" name="${what === 'add' ? 'more' : 'less'}" value="${id}"${rest}>`,
    )
    .replaceAll('<details>', fields.includes('aria-invalid') ? '<details open>' : '<details>');
}

function page({ words, sheet, title, content }: Page & { title: string; content: Html }): string {
  return html`<!doctype html>
<html lang="${words.language}" dir="${words.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${sheet}">
</head>
<body>
<main class="host"><div class="base">${content}</div></main>
</body>
</html>
`.text;
}
