import { CANDIDATE_WORDS, type Language } from './candidate-words.ts';
import { html } from './html.ts';
import { PORTAL_NAME } from './layout.ts';

/** What a candidate reads whose link leads nowhere; nothing on it leads to HR's pages. */
export function deadLinkPage(language: Language): string {
  const { deadLink, deadLinkAdvice } = CANDIDATE_WORDS[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>${deadLink} · ${PORTAL_NAME}</title>
  <link rel="icon" href="/public/icon.svg">
  <link rel="stylesheet" href="/public/portal.css">
</head>
<body>
  <header class="bar"><span class="brand">${PORTAL_NAME}</span></header>
  <main id="content"><h1>${deadLink}</h1><p class="lead">${deadLinkAdvice}</p></main>
</body>
</html>`.text;
}
