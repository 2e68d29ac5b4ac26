import { PATHS, type Problem } from 'precandidate-contract';
import { LANGUAGES } from '../views/candidate-messages.ts';
import { html, type Html } from '../views/html.ts';
import { bar, DOCS, head } from '../views/layout.ts';

/** Custom properties to choose, with the element's defaults. The reference has all of them. */
const THEME_VALUES = {
  accent: { label: 'Accent color', fallback: '#0b5c6b' },
  'on-accent': { label: 'Text on the accent', fallback: '#ffffff' },
  radius: { label: 'Corners', fallback: '0.625rem' },
  gap: { label: 'Space between fields', fallback: '1.5rem' },
} as const;
type ThemeValue = keyof typeof THEME_VALUES;

/** What the page's form sends. */
export type TryRequest = Partial<Record<ThemeValue | 'schema' | 'ui_schema' | 'language', string>>;

type Refusal = Pick<Problem, 'title' | 'detail' | 'errors'>;

/** A form with the schema, or why there is none. */
export type Trial =
  | { kind: 'opened'; token: string; dropped: readonly string[]; recordUrl: string }
  | { kind: 'refused'; problem: Refusal };

export interface TryPage {
  request: TryRequest;
  trial: Trial;
  /** Origin of the proxy as browsers reach it. */
  proxyUrl: string;
  /** The nonce in the policy of this response. */
  nonce: string;
}

const SHEETS = ['base', 'components', 'gallery'].map((sheet) => `/public/${sheet}.css`);

const EXAMPLE = `{
  "type": "object",
  "required": ["full_name", "has_job"],
  "properties": {
    "full_name": { "type": "string", "title": "Full name" },
    "has_job": { "type": "boolean", "title": "Do you have a job?" }
  },
  "if": { "properties": { "has_job": { "const": true } }, "required": ["has_job"] },
  "then": {
    "required": ["company"],
    "properties": { "company": { "type": "string", "title": "Company" } }
  }
}`;

const UI_EXAMPLE = `{
  "ui:order": ["has_job", "*", "full_name"],
  "full_name": { "ui:help": "As on your passport" },
  "has_job": { "ui:enumNames": ["I have a job", "Not now"] },
  "company": { "ui:placeholder": "Comercial Andina" }
}`;

/** What is in the boxes: at first, the examples. An empty `ui_schema` changes nothing. */
export function textsIn({ schema, ui_schema }: TryRequest): { schema: string; uiSchema: string } {
  if (schema === undefined) return { schema: EXAMPLE, uiSchema: UI_EXAMPLE };
  return { schema, uiSchema: ui_schema?.trim() || '{}' };
}

/** A page where integrators paste a schema and see the form that candidates would get. */
export function tryPage({ request, trial, proxyUrl, nonce }: TryPage): string {
  const language = languageIn(request);
  const { schema, uiSchema } = textsIn(request);
  return html`<!doctype html>
<html lang="en">
<head>
  ${head('Try your own schema', SHEETS)}
  <style nonce="${nonce}">${themeRule(request)}</style>
  <script type="module" src="${proxyUrl}${PATHS.widget}"></script>
</head>
<body>
  <a class="skip" href="#result">Skip to the form</a>
  ${bar('Your schema')}
  <main id="content" class="gallery">
    <h1>Try your own schema</h1>
    <p class="lead">Paste the JSON Schema of a form. The element is real: its schema comes from the sandbox through the proxy.</p>
    <div class="try">
      <form action="/gallery/try" method="post">
        <label class="schema">JSON Schema <textarea name="schema" rows="22" spellcheck="false">${schema}</textarea></label>
        <label class="schema"><span><code>ui_schema</code>: <a href="${DOCS.uiSchema}">titles, order, and widgets</a></span> <textarea name="ui_schema" rows="9" spellcheck="false">${uiSchema}</textarea></label>
        <div class="filters">
          <label>Language <select name="language">${Object.entries(LANGUAGES).map(
            ([tag, name]) =>
              html`<option value="${tag}" ${tag === language && 'selected'}>${name}</option>`,
          )}</select></label>
          ${Object.entries(THEME_VALUES).map(
            ([name, { label, fallback }]) =>
              html`<label>${label} <input name="${name}" value="${valueOf(request, name as ThemeValue) ?? fallback}"></label>`,
          )}
        </div>
        <button class="main-action">Show the form</button>
      </form>
      <section id="result" aria-label="The form" tabindex="-1">${result(trial, language)}</section>
    </div>
    <h2>The code for your page</h2>
    <p>Your back end <a href="${DOCS.sessions}">creates the session</a>. The <a href="${DOCS.element}">reference</a> has every attribute and custom property.</p>
    <pre tabindex="0"><code>${snippet(request, language)}</code></pre>
  </main>
</body>
</html>`.text;
}

function result(trial: Trial, language: string): Html {
  if (trial.kind === 'refused') return refusal(trial.problem);
  return html`<div class="frame"><precandidate-form session="${trial.token}" locale="${language}" draft="off"></precandidate-form></div>
    ${dropped(trial.dropped)}
    <p><a href="${trial.recordUrl}">What the service has received</a></p>`;
}

function refusal({ title, detail, errors = [] }: Refusal): Html {
  const list = errors.map(
    (error) => html`<li><code>${error.pointer || '(the whole)'}</code> ${error.detail}</li>`,
  );
  return html`<div role="alert"><p class="error"><strong>${title}.</strong> ${detail}</p>
    ${list.length > 0 && html`<ul>${list}</ul>`}</div>`;
}

function dropped(pointers: readonly string[]): Html {
  if (pointers.length === 0)
    return html`<p class="muted">The proxy uses every rule of this schema.</p>`;
  return html`<p>The proxy leaves out these rules, because a browser cannot use them safely. The form accepts more data without them (<a href="/docs/adr/0003-sanitize-schemas.md">why</a>):</p>
    <ul>${pointers.map((pointer) => html`<li><code>${pointer}</code></li>`)}</ul>`;
}

export function languageIn({ language }: TryRequest): string {
  return Object.keys(LANGUAGES).find((tag) => tag === language) ?? 'en';
}

/** A value that cannot end its declaration, and is not the default. */
function valueOf(request: TryRequest, name: ThemeValue): string | undefined {
  const value = request[name]?.trim() ?? '';
  const isChanged = value !== '' && value !== THEME_VALUES[name].fallback;
  return isChanged && /^[\w#.,%()\- ]{1,60}$/.test(value) ? value : undefined;
}

/** The style rule with the custom properties that differ from their defaults. */
function themeRule(request: TryRequest): string {
  const names = Object.keys(THEME_VALUES) as ThemeValue[];
  const lines = names.flatMap((name) => {
    const value = valueOf(request, name);
    return value === undefined ? [] : [`  --precandidate-${name}: ${value};`];
  });
  return lines.length === 0 ? '' : `precandidate-form {\n${lines.join('\n')}\n}`;
}

/** What an integrator copies into a page. */
function snippet(request: TryRequest, language: string): string {
  const rule = themeRule(request);
  const style = rule === '' ? '' : `<style>\n${rule}\n</style>\n`;
  return `${style}<script type="module" src="https://forms.hr.example/widget.js"></script>
<precandidate-form session="eyJ…" locale="${language}"></precandidate-form>`;
}
