import { PATHS, type RenderedFields } from 'precandidate-contract';
import { Html, html } from '../html.ts';
import { hidden } from '../rendering/page.ts';
import type { SessionScope } from './session-tokens.ts';

export interface ElementToWrite {
  fields: RenderedFields;
  token: string;
  scope: SessionScope;
  /** The proxy as browsers reach it, without a slash at the end. */
  public_url: string;
  /** Path of the sheet that the fields are linked to. */
  sheet: string;
}

/**
 * The element with its fields drawn: shown by any browser before a script has run, and posted as a
 * form of HTML where none ever does. What only that needs stands outside of what the element takes over.
 */
export function elementMarkup({ fields, token, scope, public_url, sheet }: ElementToWrite): string {
  const action = public_url + PATHS.page(scope.person_id, scope.form_id);
  // In what React writes `<form ` is the form's own tag: a `<` in a text is escaped.
  const posted = fields.html.replace('<form ', () => html`<form action="${action}" `.text);
  const inside = [new Html(posted), hidden(fields.html, token), longerLists(fields.html)];
  return html`<precandidate-form session="${token}" proxy-url="${public_url}/" rendered="${fields.fingerprint}"><template shadowrootmode="open"><link rel="stylesheet" href="${public_url}${sheet}">${inside}</template></precandidate-form>`
    .text;
}

const ADD = /<button type="button"[^>]* id="([^"]*)-add">([^<]*)<\/button>/g;

/** Where no script adds an entry to a list, the form is posted for it. */
function longerLists(fields: string): Html | undefined {
  const buttons = [...fields.matchAll(ADD)].map(([, id = '', label = '']) => {
    const text = new Html(label);
    return html`<button type="submit" class="button secondary" name="more" value="${id}" form="candidate-form">${text}</button>`;
  });
  return buttons.length > 0 ? html`<noscript>${buttons}</noscript>` : undefined;
}
