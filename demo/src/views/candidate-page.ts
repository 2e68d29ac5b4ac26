import { PATHS, type Session } from 'precandidate-contract';
import type { Person, PersonForm } from '../people/people.ts';
import { CANDIDATE_MESSAGES, LANGUAGES, type Language } from './candidate-messages.ts';
import { Html, html } from './html.ts';
import { head, PORTAL_NAME } from './layout.ts';

export interface CandidatePage {
  person: Person;
  form: PersonForm;
  language: Language;
  /** The session for this view of the page. */
  session: Session;
  /** Origin of the proxy as browsers reach it. */
  proxyUrl: string;
  /** The nonce in the policy of this response. */
  nonce: string;
  /** The page under the strictest policy: without the portal's style sheet and session renewal. */
  strict: boolean;
}

const SHEETS = ['/public/base.css', '/public/components.css', '/public/candidate.css'];
const SCRIPTS = ['/public/candidate.js', '/public/event-panel.js'];

/** The page behind the candidate's link. To embed the form, you need the last script and the element. */
export function candidatePage(page: CandidatePage): string {
  const { person, language, proxyUrl, nonce, strict } = page;
  const messages = CANDIDATE_MESSAGES[language];
  const firstName = person.name.split(' ')[0] ?? person.name;
  return html`<!doctype html>
<html lang="${language}">
<head>
  ${head(messages.title, strict ? [] : SHEETS)}
  ${SCRIPTS.map((script) => html`<script type="module" nonce="${nonce}" src="${script}"></script>`)}
  <script type="module" src="${proxyUrl}${PATHS.widget}"></script>
</head>
<body>
  <header class="bar">
    <span class="brand">${PORTAL_NAME}</span>
    ${languageSwitch(language, firstName)}
  </header>
  <div class="candidate">
    <main id="content">
      <p class="greeting" data-message="hello">${messages.hello(firstName)}</p>
      <h1 data-message="title">${messages.title}</h1>
      <p class="lead" data-message="intro" data-thanks="${messages.thanks}">${messages.intro}</p>
      ${element(page)}
      <details class="why"><summary data-message="why">${messages.why}</summary><p data-message="whyText">${messages.whyText}</p></details>
    </main>
    ${EVENT_PANEL}
  </div>
</body>
</html>`.text;
}

/**
 * The element, as `html` of the session: with prerendered fields, and with a link to the hosted form
 * for browsers without JavaScript. When the session has no `html`, the page writes both itself.
 */
function element({ person, form, language, session, strict }: CandidatePage): Html {
  const renewal = !strict && html`session-url="/candidates/${person.id}/session?lang=${language}"`;
  if (session.html === undefined)
    return html`<precandidate-form session="${session.token}" locale="${language}" ${renewal}></precandidate-form>
      <noscript><p><a class="main-action" href="${form.form_url}">${CANDIDATE_MESSAGES[language].hostedForm}</a></p></noscript>`;
  const tag = '<precandidate-form';
  return new Html(session.html.replace(tag, () => html`${new Html(tag)} ${renewal}`.text));
}

function languageSwitch(current: Language, firstName: string): Html {
  const messages = Object.entries(CANDIDATE_MESSAGES).map(([code, own]) => [
    code,
    { ...own, hello: own.hello(firstName) },
  ]);
  const link = ([code, name]: [string, string]) =>
    html`<a href="?lang=${code}" lang="${code}" hreflang="${code}" ${code === current && html`aria-current="true"`}>${name}</a>`;
  const links = Object.entries(LANGUAGES).map(link);
  return html`<nav class="languages" data-messages="${JSON.stringify(Object.fromEntries(messages))}" aria-label="${CANDIDATE_MESSAGES[current].languages}">${links}</nav>`;
}

/** Shows the element's DOM events; a real portal has no such panel. */
const EVENT_PANEL = html`<aside class="event-panel" aria-label="DOM events" lang="en">
  <details>
    <summary>DOM events <span class="count" data-event-count>0</span></summary>
    <p class="muted">The events that the element fires on this page. They contain no values.</p>
    <ol class="dom-events" data-events></ol>
  </details>
</aside>`;

/** The page for a candidate whose link does not work; it does not link to HR's pages. */
export function invalidLinkPage(language: Language): string {
  const { invalidLink, invalidLinkAdvice } = CANDIDATE_MESSAGES[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
  ${head(invalidLink, SHEETS)}
</head>
<body>
  <header class="bar"><span class="brand">${PORTAL_NAME}</span></header>
  <main id="content"><h1>${invalidLink}</h1><p class="lead">${invalidLinkAdvice}</p></main>
</body>
</html>`.text;
}
