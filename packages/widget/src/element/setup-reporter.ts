import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';

/** What the page has set. */
export interface SetupFacts {
  session: string | null;
  hasFetchSession: boolean;
  /** The proxy's address; `null` when `proxy-url` is not a web address. */
  proxyUrl: string | null;
}

/** What the page's developer can check. */
interface PageFacts extends SetupFacts {
  /** Of the page; `null` as text when it has none. */
  origin: string;
  /** The element's attributes, without the token. */
  attributes: ReadonlyMap<string, string>;
}

/** What a candidate does, or what ends by itself, is nothing for the page's developer. */
const NOT_SETUP: readonly ProblemName[] = [
  'already-submitted',
  'rate-limited',
  'session-revoked',
  'submission-in-progress',
  'submission-refused',
  'validation-failed',
];

/** What was logged for each element. */
const reported = new WeakMap<HTMLElement, Set<string>>();

/**
 * Logs a problem with its cause and what to do, once for each element, and neither a token nor a candidate's
 * value. A chunk of its own: a page that is set up well never loads it.
 */
export function reportProblem(host: HTMLElement, error: ProblemError, facts: SetupFacts): void {
  if (NOT_SETUP.includes(error.problem)) return;
  const names = host.getAttributeNames().filter((name) => name !== 'session');
  const attributes = new Map(names.map((name) => [name, host.getAttribute(name) ?? '']));
  const text = explain(error, { ...facts, attributes, origin: globalThis.origin });
  const { cause } = error;
  if (isNew(host, text)) console.error(text, ...(cause === undefined ? [] : [cause]));
}

/**
 * Warns of what the element ignores: attributes, messages, and what is inside its tags.
 *
 * @param known - the element's attributes
 * @param ignored - a sentence for each ignored part of `messages`
 * @param content - what is inside its tags
 */
export function warnOfIgnored(
  host: HTMLElement,
  known: readonly string[],
  ignored: readonly string[],
  content: string | undefined,
): void {
  const attributes = attributeWarnings(host.getAttributeNames(), known);
  const messages = ignored.map((text) => `<precandidate-form> ${text} ${DOCS}guides/texts.md`);
  for (const text of [...attributes, ...messages, ...contentWarnings(content)])
    if (isNew(host, text)) console.warn(text);
}

/** HTML has no self-closing elements: `<precandidate-form />` contains the rest of its parent. */
function contentWarnings(content: string | undefined): string[] {
  if (content === undefined) return [];
  return [
    `<precandidate-form> contains ${content}, which is not shown. Close it with </precandidate-form>: HTML does not know <precandidate-form />. ${DOCS}guides/troubleshooting.md#nothing-appears`,
  ];
}

function isNew(host: HTMLElement, text: string): boolean {
  const known = reported.get(host) ?? new Set();
  reported.set(host, known);
  if (known.has(text)) return false;
  known.add(text);
  return true;
}

/** The cause, and what to do. */
type Explanation = readonly [cause: string, remedy: string];
type Explain = (facts: PageFacts, detail: string) => Explanation;

const DOCS = 'https://github.com/precandidate/precandidate-form/blob/main/docs/';

/** What to write to the console: the problem, its cause, what to do, and where to read more. */
function explain({ problem, message, detail = '' }: ProblemError, facts: PageFacts): string {
  const [cause, remedy] = EXPLANATIONS[problem]?.(facts, detail) ?? [
    `${message}. ${detail}`.trim(),
    REMEDIES[problem] ?? 'The element tries again by itself if that can help.',
  ];
  const link = `${DOCS}guides/troubleshooting.md#${SECTIONS[problem] ?? 'the-form-does-not-open'}`;
  return `<precandidate-form> ${problem}: ${cause} ${remedy} ${link}`;
}

/** Headings of `troubleshooting.md`. */
const SECTIONS: Partial<Record<ProblemName, string>> = {
  'session-missing': 'nothing-appears',
  'session-unavailable': 'nothing-appears',
  'origin-not-allowed': 'the-session-is-refused',
  'session-expired': 'the-session-is-refused',
  'session-invalid': 'the-session-is-refused',
  'session-out-of-scope': 'the-session-is-refused',
};

/** For problems whose cause the proxy knows. */
const REMEDIES: Partial<Record<ProblemName, string>> = {
  'body-too-large': 'Let the form ask for fewer or smaller files.',
  'database-unavailable': 'Check the proxy’s database. The element tries again by itself.',
  'form-host-not-allowed':
    'If the host of the form’s address is the service’s, add it to FORM_HOSTS.',
  'form-not-found':
    'Pass a person_id and the precandidate_id of the same record to POST /sessions.',
  internal: 'Read the proxy’s log. The element tries again by itself.',
  'record-not-found': 'Pass a person_id that the service knows to POST /sessions.',
  'schema-unusable': 'Change the form’s schema in the service.',
  'hosted-form-refused': 'Ask the service how a form is submitted: its page refuses the proxy.',
  'service-answer-unusable': 'Run npx precandidate-proxy check, and report it to the service.',
  'service-refused-key': 'Check UPSTREAM_API_KEY: run npx precandidate-proxy check.',
  'service-refused-request': 'Run npx precandidate-proxy check, and report it to the service.',
  'service-unavailable': 'Run npx precandidate-proxy check. The element tries again by itself.',
  'session-out-of-scope': 'Create a session for this form: POST /sessions.',
  unauthorized: 'Pass the token of POST /sessions, not a key.',
};

const EXPLANATIONS: Partial<Record<ProblemName, Explain>> = {
  'origin-not-allowed': explainOrigin,
  'session-expired': ({ session }) => [
    `The token ${expiryOf(session)}, and the element has no way to get another one.`,
    'Set session-url or fetchSession.',
  ],
  'session-invalid': explainInvalidSession,
  'session-missing': explainMissingSession,
  'session-unavailable': (facts, detail) => [
    `${sourceOf(facts)} gave no token. ${detail}`.trim(),
    `It must ${tokenForm(facts)}.`,
  ],
  'proxy-url-invalid': ({ attributes }) => [
    `proxy-url="${attributes.get('proxy-url')}" is not a web address.`,
    'Write the whole address of the proxy, such as https://forms.example.',
  ],
  'proxy-unreachable': explainUnreachable,
  'path-not-found': (facts, detail) => [
    `The proxy has nothing at ${facts.proxyUrl ?? ''}. ${detail}`.trim(),
    pathRemedy(facts) ?? 'Use a proxy and a widget.js of the same version.',
  ],
  'form-broken': (_facts, detail) => [
    `The form cannot be rendered. ${detail}`.trim(),
    'The cause is logged with this message; the element offers the hosted form.',
  ],
};

function explainOrigin({ origin, session, proxyUrl }: PageFacts): Explanation {
  if (origin === 'null')
    return [
      'The page has no origin: it is a file, or in a sandbox.',
      'Load it from a web server, in a sandbox with allow-same-origin.',
    ];
  const granted = claimOf(session, 'origin');
  if (typeof granted !== 'string' || granted === origin)
    return [
      `The proxy ${proxyUrl ?? ''} does not allow the page ${origin}.`,
      `Add ${origin} to ALLOWED_ORIGINS.`,
    ];
  return [
    `The session was created for ${granted}, and this page is ${origin}.`,
    `Call POST /sessions with "origin": "${origin}".`,
  ];
}

/** A placeholder of a template language that nothing replaced; it is no secret. */
const TEMPLATE =
  /^\s*(?:\{\{.{0,40}\}\}|\$\{.{0,40}\}|<%.{0,40}%>|\{[\w.]{1,40}\}|\[\[.{0,40}\]\])\s*$/;

function explainInvalidSession({ session }: PageFacts, detail: string): Explanation {
  const text = session ?? '';
  if (TEMPLATE.test(text))
    return [
      `The attribute session is the placeholder ${text}.`,
      'The template must replace it by the token of POST /sessions.',
    ];
  if (session !== null && claimOf(session, 'person_id') === undefined)
    return [
      `The session is not a token (${text.length} characters).`,
      'Pass the whole token of POST /sessions.',
    ];
  return [
    detail || 'The token is from another proxy, or was changed.',
    'Use the same SESSION_SECRETS in every process, and pass the whole token.',
  ];
}

function explainMissingSession(facts: PageFacts, detail: string): Explanation {
  const { attributes, hasFetchSession } = facts;
  if (attributes.get('session-url') || hasFetchSession)
    return [
      `${sourceOf(facts)} gave no token. ${detail}`.trim(),
      `For a candidate who is logged in, it must ${tokenForm(facts)}.`,
    ];
  const names = [...attributes.keys()].join(', ') || 'none';
  return [
    `The element has no session, session-url, or fetchSession. Its attributes: ${names}.`,
    'Set one of them.',
  ];
}

function explainUnreachable(facts: PageFacts, detail: string): Explanation {
  const { origin, attributes, proxyUrl } = facts;
  const given = attributes.get('proxy-url');
  const isRelative = given !== undefined && !/^(?:https?:|\/)/i.test(given);
  const where = isRelative ? ` (proxy-url="${given}" has no scheme)` : '';
  const remedies = [
    pathRemedy(facts),
    'Check the address, that the proxy runs, connect-src, and ALLOWED_ORIGINS.',
  ];
  return [
    `${proxyUrl ?? ''}${where} did not respond as the proxy to ${origin}. ${detail}`.trim(),
    isRelative ? `Write proxy-url="https://${given}".` : remedies.join(' ').trim(),
  ];
}

/** A `proxy-url` with a path, such as that of `widget.js`; `undefined` when it has none. */
function pathRemedy({ attributes, proxyUrl }: PageFacts): string | undefined {
  const given = attributes.get('proxy-url');
  if (given === undefined || proxyUrl === null) return undefined;
  const { origin, pathname } = new URL(proxyUrl);
  if (pathname === '/') return undefined;
  return `proxy-url="${given}" has the path ${pathname}. Write proxy-url="${origin}", unless a reverse proxy has the proxy below that path.`;
}

function sourceOf({ attributes, hasFetchSession }: PageFacts): string {
  return hasFetchSession ? 'fetchSession' : `session-url="${attributes.get('session-url') ?? ''}"`;
}

function tokenForm({ hasFetchSession }: PageFacts): string {
  return hasFetchSession ? 'resolve to a token' : 'respond with {"token": "…"}';
}

function expiryOf(session: string | null): string {
  const seconds = claimOf(session, 'exp');
  return typeof seconds === 'number'
    ? `expired at ${new Date(seconds * 1_000).toISOString()}`
    : 'has expired';
}

function claimOf(token: string | null, name: string): unknown {
  try {
    const payload = (token ?? '').split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return (claims as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Attributes that HTML gives a meaning on every element. */
const GLOBAL =
  /^(?:id|class|style|slot|part|lang|dir|hidden|inert|title|role|tabindex|translate|nonce|exportparts|is|popover|draggable|autofocus|accesskey|spellcheck|contenteditable|disabled|form|data-.*|aria-.*|on.*|v-.*|ng-.*|_ng.*|[@:#*[(].*)$/;

/** Warnings for the attributes that the element ignores. */
function attributeWarnings(attributes: Iterable<string>, known: readonly string[]): string[] {
  const unknown = [...attributes].filter((name) => !known.includes(name) && !GLOBAL.test(name));
  const similar = (name: string) =>
    known.find((each) => each.replaceAll('-', '') === name.replaceAll(/[-_]/g, ''));
  return unknown.map((name) => {
    const meant = similar(name);
    const hint = meant ? ` Did you mean ${meant}?` : '';
    return `<precandidate-form> does not know the attribute ${name}.${hint} ${DOCS}reference/element.md#attributes`;
  });
}
