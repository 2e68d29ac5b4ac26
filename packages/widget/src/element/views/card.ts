import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../icons.ts';
import type { View } from './view.ts';

/** What can be done next. */
export interface NextStep {
  label: string;
  part: string;
  onPress?: () => void;
  /** A link to another tab, and what tells of that. */
  link?: { href: string; newTab: string };
}

/** A state in place of the form. Its heading can take the focus that the form had. */
export function card(view: View, next?: NextStep): TemplateResult {
  return html`<div class="card ${view.tone}" part="card">
    <span class="badge">${icon(view.icon)}</span>
    <h2 class="title" tabindex="-1">${view.title}</h2>
    <p class="text">${view.text}</p>
    ${nextStep(next)}
  </div>`;
}

/** A state above or below the form, which stays as it is. */
export function notice(view: View, next?: NextStep): TemplateResult {
  return html`<div class="notice ${view.tone}" part="notice">
    ${icon(view.icon)}
    <div>
      <p class="title">${view.title}</p>
      <p class="text">${view.text}</p>
      ${nextStep(next)}
    </div>
  </div>`;
}

function nextStep(next: NextStep | undefined) {
  if (next === undefined) return nothing;
  const { label, part, link, onPress } = next;
  if (link)
    return html`<a
      class="button primary"
      part=${part}
      href=${link.href}
      target="_blank"
      rel="noopener noreferrer"
      >${label} <span class="unseen">${link.newTab}</span></a
    >`;
  return html`<button type="button" class="button secondary" part=${part} @click=${onPress}>
    ${label}
  </button>`;
}
