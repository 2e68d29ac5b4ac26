import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from '../icons.ts';
import type { View } from './view.ts';

/** What can be done next. */
export interface NextStep {
  label: string;
  onRetry?: () => void;
  /** A link to another tab, and what tells of that. */
  link?: { href: string; newTab: string };
}

/** A state in place of the form. Its heading can take the focus that the form had. */
export function card(view: View, below: unknown): TemplateResult {
  return html`<div class="card ${view.tone}" part="card">
    <span class="badge">${icon(view.icon)}</span>
    <h2 class="title" tabindex="-1">${view.title}</h2>
    <p class="text">${view.text}</p>
    ${below}
  </div>`;
}

/** A state above or below the form, which stays as it is. */
export function notice(view: View, below: unknown): TemplateResult {
  return html`<div class="notice ${view.tone}" part="notice">
    ${icon(view.icon)}
    <div>
      <p class="title">${view.title}</p>
      <p class="text">${view.text}</p>
      ${below}
    </div>
  </div>`;
}

/** One more line, when there is one. */
export function further(text: string | undefined) {
  return text === undefined ? nothing : html`<p class="text">${text}</p>`;
}

/** The link or button of what can be done next. */
export function nextStep(next: NextStep | undefined) {
  if (next === undefined) return nothing;
  const { label, link, onRetry } = next;
  if (link)
    return html`<a
      class="button primary"
      part="open"
      href=${link.href}
      target="_blank"
      rel="noopener noreferrer"
      >${label} <span class="unseen">${link.newTab}</span></a
    >`;
  return html`<button type="button" class="button secondary" part="retry" @click=${onRetry}>
    ${label}
  </button>`;
}

/** Empties a form that holds what had been typed before. */
export function startOver(label: string, onPress: () => void): TemplateResult {
  return html`<button
    type="button"
    class="button secondary"
    part="start-over"
    @click=${onPress}
  >
    ${label}
  </button>`;
}
