import { html, type Html } from './html.ts';

/** Name of the make-believe company whose portal this is. */
export const PORTAL_NAME = 'Quipu';

/** A page of the HR side. `watch` is the path of the stream that says when to look again. */
export function hrPage(title: string, watch: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>${title} · ${PORTAL_NAME}</title>
  <link rel="icon" href="/public/icon.svg">
  <link rel="stylesheet" href="/public/portal.css">
  <script type="module" src="/public/live.js"></script>
</head>
<body data-watch="${watch}">
  <a class="skip" href="#content">Skip to the content</a>
  <header class="bar">
    <a class="brand" href="/">${PORTAL_NAME}</a>
    <span class="place">People team</span>
  </header>
  <main id="content">${content}</main>
  <footer class="foot">
    A make-believe portal. Its data is forgotten when it stops. <a href="/gallery">Gallery of the form</a>
  </footer>
</body>
</html>`.text;
}
