import type { PluralForms } from './format-message.ts';
import type { Messages } from './messages.ts';

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
 * as `es.submitt`, values of a wrong type, such as a `no` that YAML has read as `false`, blank texts, and texts
 * without a placeholder of ours.
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
  if (wrong === 'text')
    return isText || isPlural
      ? incomplete(name, lackingPlaceholder(ours, theirs as string))
      : [ignored(name, 'a text', GROUP)];
  if (wrong === 'group') {
    if (isPlural || (isText && ours.includes('{')))
      return formsIgnored(theirs as object, ours, path);
    return isText ? [ignored(name, 'a group', TEXT)] : namesIgnored(theirs as object, ours, path);
  }
  return [ignored(name, wrong, isText || isPlural ? TEXT : GROUP)];
}

/** A page's language may have more plural forms than ours. */
function formsIgnored(theirs: object, ours: unknown, path: string): string[] {
  return partsOf(theirs, path, (value, own, form) => {
    const kind = kindOf(value);
    if (kind === 'text') return incomplete(own, lackingPlaceholder(ours, value as string, form));
    return [ignored(own, kind === 'group' ? 'a group' : kind, TEXT)];
  });
}

function incomplete(name: string, placeholder: string | undefined): string[] {
  return placeholder === undefined ? [] : [`ignores ${name}, which lacks ${placeholder}.`];
}

const NAME = /\{(?:label|ask)\}/;
const VALUE = /\{(?:n|limit|count|left|text)\}/;

/**
 * The placeholder of our message that a text of the page has no counterpart of. Several buttons or errors would
 * read the same without it.
 *
 * @param form - the plural form of the text: `zero`, `one`, and `two` say the number in words
 */
export function lackingPlaceholder(
  ours: unknown,
  theirs: string,
  form = 'other',
): string | undefined {
  const text = typeof ours === 'string' ? ours : ((ours as Partial<PluralForms>)?.other ?? '');
  const needed = /^(?:zero|one|two)$/.test(form) ? [NAME] : [NAME, VALUE];
  return needed.find((each) => !each.test(theirs) && each.test(text))?.exec(text)?.[0];
}

function namesIgnored(theirs: object, ours: unknown, path: string): string[] {
  return partsOf(theirs, path, (value, own, name) => {
    if (name === 'hint' && isBlank(value)) return [];
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
  if (typeof value === 'string') return isBlank(value) ? 'blank' : 'text';
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object') return 'group';
  return typeof value === 'boolean' || typeof value === 'number'
    ? `the ${typeof value} ${value}`
    : `a ${typeof value}`;
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

function isFree(value: unknown): value is FreeGroup {
  return isTree(value) && 'each' in value;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
