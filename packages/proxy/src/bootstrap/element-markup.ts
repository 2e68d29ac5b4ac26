import { PATHS, type RenderedFields } from 'precandidate-contract';
import type { PageWords } from 'precandidate-form/server';
import { Html, html } from './html.ts';
import { type Card, cardInPage, hidden, noticeAbove } from '../no-javascript/page.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';

/** The styles of what is drawn. */
export interface FormSheet {
  /** Where the sheet is, under the proxy's address. */
  path: string;
  /** What it says; nothing in it ends the tag around it. */
  styles: string;
}

/** What an element is opened with. */
export interface ElementToWrite {
  token: string;
  scope: SessionScope;
  /** The proxy as browsers reach it, without a slash at the end. */
  public_url: string;
  sheet: FormSheet;
  /** Of the page's policy, under which the styles stand in the page; `undefined`: they are linked to. */
  nonce: string | undefined;
  words: Pick<PageWords, 'language' | 'dir'>;
}

/**
 * The element with its fields drawn: shown by any browser before a script has run, and posted as a
 * form of HTML where none ever does. What only that needs stands outside of what the element takes over.
 *
 * @param before - what is to be known before filling in, where no script tells it
 */
export function elementMarkup(
  element: ElementToWrite,
  fields: Required<Pick<RenderedFields, 'html' | 'fingerprint'>>,
  before?: Card,
): string {
  const { token, scope, public_url } = element;
  const action = public_url + PATHS.page(scope.person_id, scope.form_id);
  // In what React writes `<form ` is the form's own tag: a `<` in a text is escaped.
  const posted = fields.html.replace('<form ', () => html`<form action="${action}" `.text);
  const above = before && html`<noscript>${based(element, noticeAbove(before))}</noscript>`;
  const inside = [above, new Html(posted), hidden(fields.html, token), longerLists(fields.html)];
  return html`${opened(element, fields.fingerprint)}${shadow(element, inside)}</precandidate-form>`
    .text;
}

/** The element where there is nothing to fill in: what tells how the form stands where no script does. */
export function standingMarkup(element: ElementToWrite, card: Card): string {
  const told = shadow(element, [based(element, cardInPage(card))]);
  return html`${opened(element)}<noscript><div>${told}</div></noscript></precandidate-form>`.text;
}

function opened({ token, public_url }: ElementToWrite, fingerprint?: string): Html {
  const rendered = fingerprint !== undefined && html` rendered="${fingerprint}"`;
  return html`<precandidate-form session="${token}" proxy-url="${public_url}/"${rendered}>`;
}

function shadow(element: ElementToWrite, inside: (Html | undefined)[]): Html {
  return html`<template shadowrootmode="open">${sheetOf(element)}${inside}</template>`;
}

/** The element knows by its name whether it is its own. */
function sheetOf({ sheet: { path, styles }, public_url, nonce }: ElementToWrite): Html {
  if (nonce === undefined) return html`<link rel="stylesheet" href="${public_url}${path}">`;
  return html`<style nonce="${nonce}" data-sheet="${path}">${new Html(styles)}</style>`;
}

/** What the element draws around all it shows. */
function based({ words }: ElementToWrite, inside: Html): Html {
  return html`<div class="base" lang="${words.language}" dir="${words.dir}">${inside}</div>`;
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
