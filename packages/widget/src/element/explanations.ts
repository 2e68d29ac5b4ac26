import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import type { HostMessages, Messages } from '../i18n/messages.ts';

/** What the page's developer can check. Contains neither a token nor a candidate's value. */
export interface SetupFacts {
  /** Of the page. */
  origin: string;
  /** The element's attributes, without the token. */
  attributes: ReadonlyMap<string, string>;
  /** What the page has set as `session`. */
  session: string | null;
  hasFetchSession: boolean;
  /** The proxy's address; `null` when `proxy-url` is not a web address. */
  proxyUrl: string | null;
}

interface Explanation {
  cause: string;
  remedy: string;
  /** Heading of `troubleshooting.md`. */
  section: 'nothing-appears' | 'the-session-is-refused' | 'the-form-does-not-open';
}

const DOCS =
  'https://github.com/precandidate/precandidate-form/blob/main/docs/guides/troubleshooting.md';

/** What to write to the console: the problem, its cause, and what to do. */
export function explain({ problem, detail }: ProblemError, facts: SetupFacts): string {
  const { cause, remedy, section } = (EXPLANATIONS[problem] ?? generic)(facts, detail);
  return `<precandidate-form> ${problem}: ${cause} ${remedy} ${DOCS}#${section}`;
}

type Explain = (facts: SetupFacts, detail: string | undefined) => Explanation;

const EXPLANATIONS: Partial<Record<ProblemName, Explain>> = {
  'origin-not-allowed': explainOrigin,
  'session-expired': ({ session }) => ({
    cause: `The token ${expiryOf(session)}, and the element has no way to get another one.`,
    remedy: 'Set session-url or fetchSession.',
    section: 'the-session-is-refused',
  }),
  'session-invalid': explainInvalidSession,
  'session-missing': explainMissingSession,
  'session-unavailable': (facts, detail) => ({
    cause: `${sourceOf(facts)} gave no token. ${detail ?? ''}`.trim(),
    remedy: 'It must respond with {"token": "…"}.',
    section: 'nothing-appears',
  }),
  'proxy-url-invalid': ({ attributes }) => ({
    cause: `proxy-url="${attributes.get('proxy-url')}" is not a web address.`,
    remedy: 'Write the whole address of the proxy, such as https://forms.example.',
    section: 'the-form-does-not-open',
  }),
  'proxy-unreachable': explainUnreachable,
  'form-broken': (_facts, detail) => ({
    cause: `The form cannot be rendered. ${detail ?? ''}`.trim(),
    remedy: 'The cause is logged with this message; the element offers the hosted form.',
    section: 'the-form-does-not-open',
  }),
};

function generic(_facts: SetupFacts, detail: string | undefined): Explanation {
  return {
    cause: detail ?? 'The proxy responded with this problem.',
    remedy: 'Look up its name.',
    section: 'the-form-does-not-open',
  };
}

function explainOrigin({ origin, session, proxyUrl }: SetupFacts): Explanation {
  const granted = claimOf(session, 'origin');
  const section = 'the-session-is-refused';
  if (typeof granted === 'string' && granted !== origin)
    return {
      cause: `The session was created for ${granted}, and this page is ${origin}.`,
      remedy: `Call POST /sessions with "origin": "${origin}".`,
      section,
    };
  const cause = `The proxy ${proxyUrl ?? ''} does not allow the page ${origin}.`;
  return { cause, remedy: `Add ${origin} to ALLOWED_ORIGINS.`, section };
}

function explainInvalidSession({ session }: SetupFacts, detail?: string): Explanation {
  const section = 'the-session-is-refused';
  const text = session ?? '';
  if (TEMPLATE.test(text))
    return {
      cause: `The attribute session is the placeholder ${text}.`,
      remedy: 'The template must replace it by the token of POST /sessions.',
      section,
    };
  if (claimOf(session, 'person_id') === undefined && session !== null)
    return {
      cause: `The session is not a token (${text.length} characters).`,
      remedy: 'Pass the whole token of POST /sessions.',
      section,
    };
  return {
    cause: detail ?? 'The token is from another proxy, or was changed.',
    remedy: 'Use the same SESSION_SECRETS in every process, and pass the whole token.',
    section,
  };
}

/** A placeholder of a template language that nothing replaced; it is no secret. */
const TEMPLATE =
  /^\s*(?:\{\{.{0,40}\}\}|\$\{.{0,40}\}|<%.{0,40}%>|\{[\w.]{1,40}\}|\[\[.{0,40}\]\])\s*$/;

function explainMissingSession(facts: SetupFacts, detail?: string): Explanation {
  const section = 'nothing-appears';
  const { attributes, hasFetchSession } = facts;
  if (attributes.has('session-url') || hasFetchSession)
    return {
      cause: `${sourceOf(facts)} gave no token. ${detail ?? ''}`.trim(),
      remedy: 'For a candidate who is logged in, it must respond with {"token": "…"}.',
      section,
    };
  const names = [...attributes.keys()].join(', ') || 'none';
  return {
    cause: `The element has no session, session-url, or fetchSession. Its attributes: ${names}.`,
    remedy: 'Set one of them.',
    section,
  };
}

function explainUnreachable({ origin, attributes, proxyUrl }: SetupFacts, detail?: string) {
  const given = attributes.get('proxy-url');
  const isRelative = given !== undefined && !/^(?:https?:|\/)/i.test(given);
  const where = isRelative ? ` (proxy-url="${given}" has no scheme)` : '';
  return {
    cause:
      `${proxyUrl ?? ''}${where} did not respond as the proxy to ${origin}. ${detail ?? ''}`.trim(),
    remedy: isRelative
      ? `Write proxy-url="https://${given}".`
      : 'Check the address, that the proxy runs, connect-src, and ALLOWED_ORIGINS.',
    section: 'the-form-does-not-open',
  } as const;
}

function sourceOf({ attributes, hasFetchSession }: SetupFacts): string {
  return hasFetchSession ? 'fetchSession' : `session-url="${attributes.get('session-url') ?? ''}"`;
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

/** The attributes of the element; `rendered` is in our own HTML. */
export const ATTRIBUTES = [
  'session',
  'session-url',
  'proxy-url',
  'locale',
  'draft',
  'name',
  'required',
  'rendered',
];

/** Attributes that HTML gives a meaning on every element. */
const GLOBAL =
  /^(?:id|class|style|slot|part|lang|dir|hidden|inert|title|role|tabindex|translate|nonce|exportparts|is|popover|draggable|autofocus|accesskey|spellcheck|contenteditable|disabled|form|data-.*|aria-.*|on.*|v-.*|ng-.*|_ng.*|[@:#*[(].*)$/;

/** Warnings for what the element ignores: attributes and message keys that it does not know. */
export function warnings(
  attributes: Iterable<string>,
  known: readonly string[],
  messageKeys: readonly string[],
): string[] {
  const unknown = [...attributes].filter((name) => !known.includes(name) && !GLOBAL.test(name));
  const similar = (name: string) =>
    known.find((each) => each.replaceAll('-', '') === name.replaceAll(/[-_]/g, ''));
  return [
    ...unknown.map((name) => {
      const meant = similar(name);
      const hint = meant ? ` Did you mean ${meant}?` : '';
      return `<precandidate-form> does not know the attribute ${name}.${hint} ${ELEMENT_DOCS}`;
    }),
    ...messageKeys.map(
      (key) => `<precandidate-form> does not know the message ${key}. ${MESSAGE_DOCS}`,
    ),
  ];
}

const ELEMENT_DOCS =
  'https://github.com/precandidate/precandidate-form/blob/main/docs/reference/element.md';
const MESSAGE_DOCS =
  'https://github.com/precandidate/precandidate-form/blob/main/docs/guides/texts.md';

/** Parts of a language whose keys the page chooses, and keys that only a page uses. */
const FREE_KEYS = { base: '', dir: '', unreachable: null, fields: null, choices: null };

/** Keys of the page's messages that ours do not have, such as `es.submitt`. */
export function unknownMessages(theirs: HostMessages, ours: Messages): string[] {
  return Object.entries(theirs).flatMap(([tag, messages]) =>
    unknownKeys(messages, { ...ours, ...FREE_KEYS }, tag),
  );
}

function unknownKeys(theirs: unknown, ours: unknown, path: string): string[] {
  // A page's language may have more plural forms.
  if (!isTree(theirs) || !isTree(ours) || 'other' in ours) return [];
  return Object.entries(theirs).flatMap(([key, value]) => {
    const own = `${path}.${key}`;
    return Object.hasOwn(ours, key) ? unknownKeys(value, ours[key], own) : [own];
  });
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
