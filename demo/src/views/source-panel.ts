import { sourceCodeOf } from '../backend/source-code.ts';
import { html, type Html } from './html.ts';

/** A folded panel with the back-end code behind a step, and a link to its docs. */
export function sourcePanel(functionName: string, docsUrl: string): Html {
  return html`<details class="source">
    <summary>View source: <code>${functionName}</code></summary>
    <pre tabindex="0"><code>${sourceCodeOf(functionName)}</code></pre>
    <p><a href="${docsUrl}">Read the docs</a></p>
  </details>`;
}
