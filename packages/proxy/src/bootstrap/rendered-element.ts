import { maySubmit } from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import { isWebAddress } from '../forms/form-store.ts';
import type { App } from '../http/app-type.ts';
import { type FormSheet, readFormSheet } from '../http/widget-files.ts';
import type { OpenForm } from './bootstrap.ts';
import { withoutScript } from './choose-locale.ts';

export type RenderElement = ReturnType<typeof createElementRenderer>;

/**
 * Returns a function that renders `<precandidate-form>` as HTML that the portal pastes into its page:
 * with its prerendered fields if there is something to fill in, `undefined` if they cannot be rendered
 * now. With the `nonce` of the page's Content Security Policy, styles are inlined; otherwise linked.
 */
export function createElementRenderer(
  { publicUrl, settings }: Pick<App, 'publicUrl' | 'settings'>,
  openForm: OpenForm,
) {
  /** Whether our form collects the data; with `handoff`, the service's own form does. */
  const isCollected = settings.SUBMISSION_CHANNEL !== 'handoff';
  /** `undefined` while the widget is not built. */
  const sheet = readFormSheet();

  return async (token: string, scope: SessionScope, nonce?: string) => {
    if (sheet === undefined) return undefined;
    const opened = await openForm(scope, { fields: isCollected });
    const { snapshot, record, locale, fields: rendered } = opened;
    if (maySubmit(snapshot.state) && isCollected && !rendered?.html) return undefined;
    const link = hostedFormLink(record?.form_url, locale);
    const url = publicUrl().replace(/\/$/, '');
    const { html: fields, fingerprint } = rendered ?? {};
    if (fields === undefined) return `${startTag(token, url)}${link}</precandidate-form>`;
    const styles = sheetMarkup(sheet, url, nonce);
    const shadowRoot = `<template shadowrootmode="open">${styles}${link}${fields}</template>`;
    return `${startTag(token, url, fingerprint)}${shadowRoot}</precandidate-form>`;
  };
}

function startTag(token: string, publicUrl: string, fingerprint?: string): string {
  const rendered = fingerprint === undefined ? '' : ` rendered="${escapeHtml(fingerprint)}"`;
  return `<precandidate-form session="${escapeHtml(token)}" proxy-url="${escapeHtml(publicUrl)}/"${rendered}>`;
}

/** The element recognizes its own sheet by the path. */
function sheetMarkup({ path, styles }: FormSheet, publicUrl: string, nonce?: string): string {
  if (nonce === undefined) return `<link rel="stylesheet" href="${escapeHtml(publicUrl + path)}">`;
  return `<style nonce="${escapeHtml(nonce)}" data-sheet="${escapeHtml(path)}">${styles}</style>`;
}

/** Without JavaScript the service's own hosted form collects the data. */
function hostedFormLink(form_url: string | undefined, locale: string): string {
  if (form_url === undefined || !isWebAddress(form_url)) return '';
  const { language, dir, text, link } = withoutScript(locale);
  return `<noscript><div class="base" lang="${language}" dir="${dir}"><p>${escapeHtml(text)}</p><a class="button primary" href="${escapeHtml(form_url)}" rel="noopener noreferrer">${escapeHtml(link)}</a></div></noscript>`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}
