import type { ProblemName } from 'precandidate-contract';
import type { ProblemError } from '../api/problem-error.ts';
import type { HostMessages, Messages } from '../i18n/messages.ts';
import { explain, type SetupFacts, unknownMessages, warnings } from './explanations.ts';

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
 * Logs a problem with its cause and what to do, once for each element. A chunk of its own: a page that is
 * set up well never loads it.
 */
export function reportProblem(
  host: HTMLElement,
  error: ProblemError,
  facts: Omit<SetupFacts, 'attributes' | 'origin'>,
): void {
  if (NOT_SETUP.includes(error.problem)) return;
  const names = host.getAttributeNames().filter((name) => name !== 'session');
  const attributes = new Map(names.map((name) => [name, host.getAttribute(name) ?? '']));
  const text = explain(error, { ...facts, attributes, origin: location.origin });
  const { cause } = error;
  if (isNew(host, text)) console.error(text, ...(cause === undefined ? [] : [cause]));
}

/**
 * Warns of attributes and message keys that the element ignores.
 *
 * @param known - the element's attributes
 * @param ours - our messages in any language
 */
export function warnOfUnknownNames(
  host: HTMLElement,
  known: readonly string[],
  theirs: HostMessages | null,
  ours: Messages,
): void {
  const keys = theirs === null ? [] : unknownMessages(theirs, ours);
  for (const text of warnings(host.getAttributeNames(), known, keys))
    if (isNew(host, text)) console.warn(text);
}

function isNew(host: HTMLElement, text: string): boolean {
  const known = reported.get(host) ?? new Set();
  reported.set(host, known);
  if (known.has(text)) return false;
  known.add(text);
  return true;
}
