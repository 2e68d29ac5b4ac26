import { PATHS, type RenderedFields } from 'precandidate-contract';
import { Html, html } from '../html.ts';
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
 * form of HTML where none ever does.
 */
export function elementMarkup({ fields, token, scope, public_url, sheet }: ElementToWrite): string {
  const action = public_url + PATHS.page(scope.person_id, scope.form_id);
  // In what React writes `<form ` is the form's own tag: a `<` in a text is escaped.
  const posted = fields.html.replace('<form ', () => html`<form action="${action}" `.text);
  return html`<precandidate-form session="${token}" proxy-url="${public_url}/" rendered="${fields.fingerprint}"><template shadowrootmode="open"><link rel="stylesheet" href="${public_url}${sheet}">${new Html(posted)}<input type="hidden" name="session" value="${token}" form="candidate-form"></template></precandidate-form>`
    .text;
}
