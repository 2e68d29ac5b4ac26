import { PATHS } from 'precandidate-contract';
import { proxyOf, unsignedSession } from './scripted-proxy.ts';
import type { Section, Specimen } from './specimen.ts';
import { LANGUAGES } from '../views/candidate-messages.ts';
import { html, icon, type Html } from '../views/html.ts';
import { bar, head } from '../views/layout.ts';

/** The page's query. Unknown values count as absent. */
export interface GalleryFilter {
  lang?: string;
  theme?: string;
  /** Name of a section or a specimen; absent: everything. */
  kind?: string;
}

export interface GalleryPage {
  sections: readonly Section[];
  themes: readonly string[];
  filter: GalleryFilter;
  /** Origin of the proxy as browsers reach it. */
  proxyUrl: string;
  /** The nonce in the policy of this response. */
  nonce: string;
}

/** Language and theme of specimens that have none of their own. */
interface Defaults {
  language: string;
  theme: string;
}

const SHEETS = ['base', 'components', 'gallery', 'gallery-layouts'];

export function galleryPage({ sections, themes, filter, proxyUrl, nonce }: GalleryPage): string {
  const defaults: Defaults = {
    language: oneOf(Object.keys(LANGUAGES), filter.lang) ?? 'es',
    theme: oneOf(themes, filter.theme) ?? 'light',
  };
  return html`<!doctype html>
<html lang="en">
<head>
  ${head('Gallery', [...SHEETS.map((sheet) => `/public/${sheet}.css`), '/gallery/themes.css'])}
  <script type="module" nonce="${nonce}" src="/public/gallery.js"></script>
  <script type="module" src="${proxyUrl}${PATHS.widget}"></script>
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  ${bar('Gallery')}
  <main id="content" class="gallery">
    <h1>Gallery</h1>
    <p class="lead">Every state, language, theme, and kind of field of <code>&lt;precandidate-form&gt;</code>. The elements are real; the responses of their proxy are scripted. To see the form of a schema of yours, <a href="/gallery/try">paste it</a>.</p>
    ${filters(sections, themes, defaults, filter.kind)}
    ${chosen(sections, filter.kind).map((section) => sectionOf(section, defaults))}
  </main>
</body>
</html>`.text;
}

function filters(
  sections: readonly Section[],
  themes: readonly string[],
  { language, theme }: Defaults,
  kind = '',
): Html {
  type Option = [value: string, label: string];
  const kinds = sections.map(({ name, title }): Option => [name, title]);
  const single = sections
    .flatMap(({ specimens }) => specimens)
    .filter(({ name }) => name === kind)
    .map(({ name, title }): Option => [name, title]);
  const themeOptions = themes.map((name): Option => [name, name]);
  return html`<form class="filters" action="/gallery">
    ${select('lang', 'Language', Object.entries(LANGUAGES), language)}
    ${select('theme', 'Theme', themeOptions, theme)}
    ${select('kind', 'Show', [['', 'Everything'], ...kinds, ...single], kind)}
    <button class="main-action">Show</button>
  </form>`;
}

function select(name: string, label: string, options: [string, string][], value: string): Html {
  const option = ([each, text]: [string, string]) =>
    html`<option value="${each}" ${each === value && 'selected'}>${text}</option>`;
  return html`<label>${label} <select name="${name}">${options.map(option)}</select></label>`;
}

/** The sections that `kind` names, or the section with the one specimen, or else all. */
function chosen(sections: readonly Section[], kind: string | undefined): readonly Section[] {
  const named = sections.filter(({ name }) => name === kind);
  if (named.length > 0) return named;
  const single = sections
    .map((section) => ({
      ...section,
      specimens: section.specimens.filter(({ name }) => name === kind),
    }))
    .filter(({ specimens }) => specimens.length > 0);
  return single.length > 0 ? single : sections;
}

function sectionOf({ name, title, specimens }: Section, defaults: Defaults): Html {
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title}</h2>
    <div class="wall">${specimens.map((specimen) => figure(specimen, defaults))}</div>
  </section>`;
}

function figure(specimen: Specimen, defaults: Defaults): Html {
  const { name, title, note, layout } = specimen;
  const { language, theme } = { ...defaults, ...specimen };
  return html`<figure class="specimen ${layout !== undefined && 'wide'}" id="specimen-${name}">
    <figcaption><a href="?kind=${name}&lang=${language}&theme=${theme}">${title}</a>${note && html`<span class="muted">${note}</span>`}</figcaption>
    <div class="theme-${theme} ${layout === undefined && 'frame'}">
      ${inLayout(layout, element(specimen, language))}
    </div>
  </figure>`;
}

function element(specimen: Specimen, language: string): Html {
  const { name, action, fill, messages, endState = 'ready' } = specimen;
  // Created by the page's script when it is near the screen: all at once would take seconds.
  return html`<template><precandidate-form session="${unsignedSession(name)}" proxy-url="${proxyOf(name)}" locale="${language}" draft="${action === 'restore' ? 'session' : 'off'}"
        data-end-state="${endState}" ${action && html`data-action="${action}"`} ${fill && html`data-fill="${fill}"`} ${messages && html`data-messages="${JSON.stringify(messages)}"`}></precandidate-form></template>`;
}

/** The element inside the page of a fictitious portal. */
function inLayout(layout: Specimen['layout'], form: Html): Html {
  switch (layout) {
    case 'card':
      return html`<div class="portal-card">
        <div><p class="portal-brand">Talento Norte</p><p class="portal-title">Un último paso</p>${form}</div>
      </div>`;
    case 'columns':
      return html`<div class="portal-columns">
        <div>
          <p class="portal-brand">Casa Andina</p>
          <p class="portal-title">Tu ingreso</p>
          <ol>
            <li>${icon('check')}Contrato firmado</li>
            <li class="current">${icon('arrow')}Tus datos</li>
            <li>${icon('clock')}Primer día</li>
          </ol>
        </div>
        <div>${form}</div>
      </div>`;
    case 'dark':
      return html`<div class="portal-dark">
        <div class="portal-bar"><p class="portal-brand">Nocturna</p><p>Perfil · Vacantes · Mensajes</p></div>
        <div class="portal-panel"><p class="portal-title">Completa tu postulación</p>${form}</div>
      </div>`;
    default:
      return form;
  }
}

function oneOf(names: readonly string[], name: string | undefined): string | undefined {
  return names.find((each) => each === name);
}
