import { readFileSync } from 'node:fs';
import { html, type Html } from './html.ts';

const BACK_END = readFileSync(new URL('../backend/proxy.ts', import.meta.url), 'utf8');

/** A folded panel with the back-end code behind a step, and a link to its docs. */
export function sourcePanel(functionName: string, docsUrl: string): Html {
  const source = sourceCodeOf(functionName);
  const helper = source.includes('callProxy(') ? sourceCodeOf('callProxy') : undefined;
  return html`<details class="source">
    <summary>View source: <code>${functionName}</code></summary>
    <pre tabindex="0"><code>${source}${helper && `\n${helper}`}</code></pre>
    <p><a href="${docsUrl}">Read the docs</a></p>
  </details>`;
}

/** The source of a back-end function with its docstring. */
export function sourceCodeOf(name: string): string {
  const docstring = String.raw`/\*\*(?:(?!\*/)[\s\S])*\*/\n`;
  const body = String.raw`(?:export )?(?:async )?function ${name}\([\s\S]*?\n}\n`;
  const [source] = new RegExp(docstring + body).exec(BACK_END) ?? [];
  if (source === undefined) throw new Error(`There is no function ${name} in the back end`);
  return source;
}
