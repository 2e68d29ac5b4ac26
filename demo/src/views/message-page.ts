import { html } from './html.ts';
import { hrPage } from './layout.ts';

/** A page with one thing to say. */
export function messagePage(title: string, sentence: string): string {
  return hrPage(
    title,
    '',
    html`<h1>${title}</h1><p class="lead">${sentence}</p><p><a class="action" href="/">Back to everybody</a></p>`,
  );
}
