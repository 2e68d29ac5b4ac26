import { PATHS, type Session } from 'precandidate-contract';
import type { Person } from '../people/person.ts';
import { CANDIDATE_WORDS, LANGUAGES, type Language } from './candidate-words.ts';
import { Html, html } from './html.ts';
import { PORTAL_NAME } from './layout.ts';

/** What the candidate's page needs to know. */
export interface CandidatePage {
  person: Person;
  language: Language;
  /** What {@link mintSession} gave for this view of the page. */
  session: Session;
  /** Origin of the proxy as the browser reaches it. */
  proxyUrl: string;
  /** Of this answer's policy. */
  nonce: string;
  /** The page under the strictest policy: no sheet of the portal's own, no refresh of the session. */
  strict: boolean;
}

/** The page that the candidate's link leads to. The embed is the script and the element below. */
export function candidatePage({
  person,
  language,
  session,
  proxyUrl,
  nonce,
  strict,
}: CandidatePage): string {
  const words = CANDIDATE_WORDS[language];
  const firstName = person.name.split(' ')[0] ?? person.name;
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>${words.title} · ${PORTAL_NAME}</title>
  ${!strict && html`<link rel="icon" href="/public/icon.svg"><link rel="stylesheet" href="/public/portal.css">`}
  <script type="module" nonce="${nonce}" src="/public/thank.js"></script>
  <script type="module" nonce="${nonce}" src="/public/switch-language.js"></script>
  <script type="module" nonce="${nonce}" src="/public/event-panel.js"></script>
  <script type="module" src="${proxyUrl}${PATHS.widget}"></script>
</head>
<body>
  <header class="bar">
    <span class="brand">${PORTAL_NAME}</span>
    ${languageSwitch(language, firstName)}
  </header>
  <div class="candidate">
    <main id="content">
      <p class="greeting" data-word="hello">${words.hello(firstName)}</p>
      <h1 data-word="title">${words.title}</h1>
      <p class="lead" data-word="intro" data-thanks="${words.thanks}">${words.intro}</p>
      ${element(session, language, strict ? undefined : `/candidates/${person.id}/session?lang=${language}`)}
      <details class="why"><summary data-word="why">${words.why}</summary><p data-word="whyAnswer">${words.whyAnswer}</p></details>
    </main>
    ${EVENT_PANEL}
  </div>
</body>
</html>`.text;
}

/**
 * The element: as the proxy drew it, so that its fields are there at once and work without a script;
 * written by hand where it could not, or where the policy allows no styles.
 */
function element({ token, html: drawn }: Session, language: Language, sessionUrl?: string): Html {
  const renewal = sessionUrl && html`session-url="${sessionUrl}"`;
  if (drawn === undefined)
    return html`<precandidate-form session="${token}" locale="${language}" ${renewal}></precandidate-form>`;
  const name = '<precandidate-form';
  return new Html(drawn.replace(name, () => html`${new Html(name)} ${renewal}`.text));
}

function languageSwitch(current: Language, firstName: string): Html {
  const words = Object.entries(CANDIDATE_WORDS).map(([code, own]) => [
    code,
    { ...own, hello: own.hello(firstName) },
  ]);
  const link = ([code, name]: [string, string]) =>
    html`<a href="?lang=${code}" lang="${code}" hreflang="${code}" ${code === current && html`aria-current="true"`}>${name}</a>`;
  const links = Object.entries(LANGUAGES).map(link);
  return html`<nav class="languages" data-words="${JSON.stringify(Object.fromEntries(words))}" aria-label="${CANDIDATE_WORDS[current].languages}">${links}</nav>`;
}

/** Shows HR what the element tells its page; a portal in earnest has no such panel. */
const EVENT_PANEL = html`<aside class="event-panel" aria-label="DOM events" lang="en">
  <details data-open-when-wide>
    <summary>DOM events <span class="count" data-event-count>0</span></summary>
    <p class="quiet">What the element tells this page. Never a value.</p>
    <ol class="dom-events" data-events></ol>
  </details>
</aside>`;
