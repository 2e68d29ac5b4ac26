import { html, type Html } from './html.ts';

/** Name of the fictitious company whose portal this is. */
export const PORTAL_NAME = 'Quipu';

/** The parts of the head that every page has. */
export function head(title: string, sheets: readonly string[]): Html {
  return html`<meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>${title} · ${PORTAL_NAME}</title>
  ${sheets.length > 0 && html`<link rel="icon" href="/public/icon.svg">`}
  ${sheets.map((sheet) => html`<link rel="stylesheet" href="${sheet}">`)}`;
}

/** The bar at the top of HR's pages. */
export function bar(place: string): Html {
  return html`<header class="bar">
    <a class="brand" href="/">${PORTAL_NAME}</a>
    <span class="place">${place}</span>
    <nav class="links" aria-label="More"><a href="/gallery">Gallery</a> <a href="/gallery/try">Your schema</a> <a href="${DOCS.quickstart}">Docs</a></nav>
  </header>`;
}

/** A page for HR. `liveUrl` is the stream that says when to reload its live parts. */
export function hrPage(title: string, content: Html, liveUrl?: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
  ${head(title, ['/public/base.css', '/public/components.css', '/public/hr.css'])}
  <script type="module" src="/public/live.js"></script>
</head>
<body ${liveUrl !== undefined && html`data-live-url="${liveUrl}"`}>
  <a class="skip" href="#content">Skip to the content</a>
  ${bar('People team')}
  <main id="content">${content}</main>
  <footer class="foot">An example portal of <code>&lt;precandidate-form&gt;</code>. A sandbox simulates the background-check service. Everything is forgotten when it stops.</footer>
</body>
</html>`.text;
}

/** A page with one message. */
export function messagePage(title: string, sentence: string): string {
  return hrPage(
    title,
    html`<h1>${title}</h1><p class="lead">${sentence}</p><p><a class="action" href="/">Back to the list</a></p>`,
  );
}

/** Where the docs explain what a page does. */
export const DOCS = {
  quickstart: '/docs/start/quickstart.md',
  sessions: '/docs/reference/http-api.md',
  element: '/docs/reference/element.md',
  events: '/docs/guides/events.md',
  uiSchema: '/docs/guides/ui-schema.md',
} as const;
