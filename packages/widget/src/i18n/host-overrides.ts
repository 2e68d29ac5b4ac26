import type { FieldMessages, HostLanguage, Messages } from './messages.ts';

type Tree = Record<string, unknown>;
type Values = readonly unknown[];

/** A host may give each of them for a standard field, also where ours has none. */
const FIELD_MESSAGES: readonly (keyof FieldMessages)[] = ['label', 'ask', 'hint', 'many'];

/**
 * Our messages with the host's over them. Unknown keys and values of the wrong type are ignored.
 *
 * @param language - BCP 47
 * @param layers - later ones override earlier ones
 */
export function applyHostOverrides(
  ours: Messages,
  language: string,
  layers: readonly HostLanguage[],
): Messages {
  const given = layers.filter(isTree).map(withBothSummaries);
  const byHost = {
    fields: new Map(entriesOf(given, 'fields').filter(isFieldMessages)),
    choices: new Map(entriesOf(given, 'choices').filter(isText)),
  };
  return { ...(merged(ours, given, language) as Messages), language, byHost };
}

/** A host's `errorSummary` is also the title when all errors are empty fields, unless it gives that. */
function withBothSummaries(layer: Tree): Tree {
  const { errorSummary } = layer;
  return errorSummary === undefined ? layer : { missingSummary: errorSummary, ...layer };
}

/** A message, or a tree of messages, with those of the host over it. */
function merged(ours: unknown, layers: readonly unknown[], language: string): unknown {
  if (isTree(ours) && !isPlural(ours)) {
    const trees = layers.filter(isTree);
    const names = 'label' in ours ? FIELD_MESSAGES : Object.keys(ours);
    const messages = names.map((name) => {
      const theirs = trees.map((tree) => own(tree, name));
      return [name, merged(ours[name], theirs, language)] as const;
    });
    return Object.fromEntries(messages.filter(([, message]) => message !== undefined));
  }
  // Texts without values are rendered as they are, so they cannot become functions or plural forms.
  const hasValues = typeof ours === 'string' ? ours.includes('{') : isTree(ours);
  return layers.reduce((under, theirs) => {
    if (hasValues) return over(under, theirs, language);
    return typeof theirs === 'string' ? theirs : under;
  }, ours);
}

/** A host's message for `formatMessage` if it is valid, else the one under it. */
function over(under: unknown, theirs: unknown, language: string): unknown {
  if (typeof theirs === 'string') return theirs;
  if (isTree(theirs)) return pluralMessage(under, theirs, language);
  if (typeof theirs !== 'function') return under;
  return (...values: Values): unknown => {
    try {
      return over(under, theirs(...values), language);
    } catch {
      return under;
    }
  };
}

/** Chooses the plural form by the rules of the host's language. */
function pluralMessage(under: unknown, forms: Tree, language: string) {
  const texts = Object.fromEntries(Object.entries(forms).filter(isText));
  let rules: Intl.PluralRules | undefined;
  return (...values: Values): unknown => {
    const count = values.findLast((value) => typeof value === 'number') ?? 0;
    rules ??= pluralRules(language);
    const zero = count === 0 ? texts['zero'] : undefined;
    return zero ?? texts[rules.select(count)] ?? texts['other'] ?? under;
  };
}

function pluralRules(language: string): Intl.PluralRules {
  try {
    return new Intl.PluralRules(language);
  } catch {
    return new Intl.PluralRules('en');
  }
}

function entriesOf(layers: readonly Tree[], name: 'fields' | 'choices'): [string, unknown][] {
  const given = layers.map((layer) => own(layer, name)).filter(isTree);
  return Object.entries(Object.assign({}, ...given) as Tree);
}

function isFieldMessages(entry: [string, unknown]): entry is [string, Partial<FieldMessages>] {
  return isTree(entry[1]);
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function own(tree: Tree, name: string): unknown {
  return Object.hasOwn(tree, name) ? tree[name] : undefined;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Our plural messages have `one`; `errors` has `other` too. */
function isPlural(tree: Tree): boolean {
  return 'one' in tree;
}
