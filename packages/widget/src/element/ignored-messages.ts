import type { Messages } from '../i18n/messages.ts';

/** A group in which every name is known: the page chooses them. */
interface FreeGroup {
  each: unknown;
}
const anyOf = (each: unknown): FreeGroup => ({ each });

/** Parts of a language that only a page has, or whose names it chooses. */
const OF_PAGE = {
  base: '',
  dir: '',
  unreachable: { title: '', text: '', retry: '', retryIn: '{n}', loading: '' },
  fields: anyOf({ label: '', ask: '', hint: '', many: '' }),
  choices: anyOf(''),
};

/**
 * A sentence for each part of a page's messages that the element ignores: names that it does not know, such
 * as `es.submitt`, and values of a wrong type, such as a `no` that YAML has read as `false`.
 *
 * @param theirs - of any type
 * @param ours - our messages in any language
 */
export function ignoredMessages(theirs: unknown, ours: Messages): string[] {
  if (theirs === null || theirs === undefined) return [];
  return ignoredIn(theirs, anyOf({ ...ours, ...OF_PAGE }), 'messages', '');
}

/** @param path - in the page's messages; empty for all of them */
function ignoredIn(theirs: unknown, ours: unknown, name: string, path: string): string[] {
  const isText = typeof ours === 'string';
  const isPlural = isTree(ours) && 'one' in ours;
  const wrong = kindOf(theirs);
  if (wrong === 'text') return isText || isPlural ? [] : [ignored(name, 'a text', GROUP)];
  if (wrong === 'group') {
    if (isPlural || (isText && ours.includes('{'))) return formsIgnored(theirs as object, path);
    return isText ? [ignored(name, 'a group', TEXT)] : namesIgnored(theirs as object, ours, path);
  }
  return [ignored(name, wrong, isText || isPlural ? TEXT : GROUP)];
}

/** A page's language may have more plural forms than ours. */
function formsIgnored(theirs: object, path: string): string[] {
  return partsOf(theirs, path, (value, own) => {
    const kind = kindOf(value);
    return kind === 'text' ? [] : [ignored(own, kind === 'group' ? 'a group' : kind, TEXT)];
  });
}

function namesIgnored(theirs: object, ours: unknown, path: string): string[] {
  return partsOf(theirs, path, (value, own, name) => {
    if (isFree(ours)) return ignoredIn(value, ours.each, own, own);
    if (!isTree(ours) || !Object.hasOwn(ours, name)) return [`does not know the message ${own}.`];
    return ignoredIn(value, ours[name], own, own);
  });
}

/** What `visit` finds in each part of a group. */
function partsOf(
  group: object,
  path: string,
  visit: (value: unknown, path: string, name: string) => string[],
): string[] {
  try {
    return Object.entries(group).flatMap(([name, value]) =>
      visit(value, path === '' ? name : `${path}.${name}`, name),
    );
  } catch {
    return [`ignores ${path || 'messages'}, because reading it throws an error.`];
  }
}

const TEXT = 'Write a text in quotes: YAML reads no as false, and 1 as a number.';
const GROUP = 'Write an object with names and texts.';

function ignored(name: string, found: string, remedy: string): string {
  return `ignores ${name}, which is ${found}. ${remedy}`;
}

/** `text`, `group`, or what it is instead. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object') return 'group';
  return typeof value === 'boolean' || typeof value === 'number'
    ? `the ${typeof value} ${value}`
    : `a ${typeof value}`;
}

function isFree(value: unknown): value is FreeGroup {
  return isTree(value) && 'each' in value;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
