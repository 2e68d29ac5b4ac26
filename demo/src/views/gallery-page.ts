import { PATHS } from 'precandidate-contract';
import { lookAlikeSession } from '../gallery/look-alike-session.ts';
import { proxyOf } from '../gallery/scripted-proxy.ts';
import type { Section, Specimen } from '../gallery/specimen.ts';
import { LANGUAGES } from './candidate-words.ts';
import { html, type Html } from './html.ts';
import { PORTAL_NAME } from './layout.ts';

/** The page's query: what is shown, in which language and theme. Unknown values count as absent. */
export interface GalleryFilter {
  lang?: string;
  theme?: string;
  /** Name of a section or of one specimen; absent: all. */
  kind?: string;
}

export interface GalleryPage {
  sections: readonly Section[];
  themes: readonly string[];
  filter: GalleryFilter;
  /** Origin of the proxy as the browser reaches it. */
  proxyUrl: string;
  /** Of this answer's policy. */
  nonce: string;
}

interface Look {
  language: string;
  theme: string;
}

export function galleryPage({ sections, themes, filter, proxyUrl, nonce }: GalleryPage): string {
  const look: Look = {
    language: oneOf(Object.keys(LANGUAGES), filter.lang) ?? 'es',
    theme: oneOf(themes, filter.theme) ?? 'light',
  };
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Gallery · ${PORTAL_NAME}</title>
  <link rel="icon" href="/public/icon.svg">
  <link rel="stylesheet" href="/public/portal.css">
  <link rel="stylesheet" href="/public/gallery.css">
  <link rel="stylesheet" href="/gallery/themes.css">
  <script type="module" nonce="${nonce}" src="/public/gallery.js"></script>
  <script type="module" src="${proxyUrl}${PATHS.widget}"></script>
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  <header class="bar"><a class="brand" href="/">${PORTAL_NAME}</a><span class="place">Gallery</span></header>
  <main id="content" class="gallery">
    <h1>Gallery</h1>
    <p class="lead">Every state, language, theme and kind of field of <code>&lt;precandidate-form&gt;</code>. The elements are real; what answers them is scripted, so that nothing has to happen first.</p>
    ${filters(sections, themes, look, filter.kind)}
    ${shown(sections, filter.kind).map((section) => sectionOf(section, look))}
  </main>
</body>
</html>`.text;
}

function filters(
  sections: readonly Section[],
  themes: readonly string[],
  { language, theme }: Look,
  kind?: string,
): Html {
  const names = sections.map(({ name, title }): [string, string] => [name, title]);
  const single = sections.flatMap(({ specimens }) => specimens).find(({ name }) => name === kind);
  return html`<form class="filters" action="/gallery">
    ${select('lang', 'Language', Object.entries(LANGUAGES), language)}
    ${select(
      'theme',
      'Theme',
      themes.map((name) => [name, name]),
      theme,
    )}
    ${select('kind', 'Show', [['', 'Everything'], ...names, ...(single ? [[single.name, single.title] as [string, string]] : [])], kind ?? '')}
    <button class="main-action">Show</button>
  </form>`;
}

function select(name: string, label: string, options: [string, string][], chosen: string): Html {
  const option = ([value, text]: [string, string]) =>
    html`<option value="${value}" ${value === chosen && 'selected'}>${text}</option>`;
  return html`<label>${label} <select name="${name}">${options.map(option)}</select></label>`;
}

/** The chosen section or specimen; everything when there is none of that name. */
function shown(sections: readonly Section[], kind: string | undefined): readonly Section[] {
  const chosen = sections.filter(({ name }) => name === kind);
  if (chosen.length > 0) return chosen;
  const single = sections
    .map((section) => ({
      ...section,
      specimens: section.specimens.filter(({ name }) => name === kind),
    }))
    .filter(({ specimens }) => specimens.length > 0);
  return single.length > 0 ? single : sections;
}

function sectionOf({ name, title, specimens }: Section, look: Look): Html {
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title}</h2>
    <div class="wall">${specimens.map((specimen) => figure(specimen, look))}</div>
  </section>`;
}

function figure(specimen: Specimen, look: Look): Html {
  const { name, title, note, act, fill, messages, ends = 'ready' } = specimen;
  const { language, theme } = { ...look, ...specimen };
  return html`<figure class="specimen" id="specimen-${name}">
    <figcaption><a href="?kind=${name}&lang=${language}&theme=${theme}">${title}</a>${note && html`<span class="quiet">${note}</span>`}</figcaption>
    <div class="theme-${theme} frame">
      <precandidate-form session="${lookAlikeSession(name)}" proxy-url="${proxyOf(name)}" locale="${language}" draft="${act === 'restore' ? 'session' : 'off'}"
        data-ends="${ends}" ${act && html`data-act="${act}"`} ${fill && html`data-fill="${fill}"`} ${messages && html`data-messages="${JSON.stringify(messages)}"`}></precandidate-form>
    </div>
  </figure>`;
}

function oneOf(names: readonly string[], asked: string | undefined): string | undefined {
  return names.find((name) => name === asked);
}
