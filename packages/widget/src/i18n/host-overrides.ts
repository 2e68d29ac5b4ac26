import type { Forms, Message } from './format-message.ts';
import { lackingPlaceholder } from './ignored-messages.ts';
import type { FieldMessages, HostLanguage, Messages } from './messages.ts';

export { ignoredMessages } from './ignored-messages.ts';

type Tree = Record<string, unknown>;

/** A host may give each of them for a standard field, also where ours has none. */
const FIELD_MESSAGES: readonly (keyof FieldMessages)[] = ['label', 'ask', 'hint', 'many'];

/**
 * Our messages with the host's over them, except those that `ignoredMessages` names.
 *
 * @param language - BCP 47
 * @param layers - later ones override earlier ones
 */
export function applyHostOverrides(
  ours: Messages,
  language: string,
  layers: readonly HostLanguage[],
): Messages {
  const fields = layers.flatMap((layer) => treeEntries(layer.fields));
  const choices = layers.flatMap((layer) => treeEntries(layer.choices));
  return {
    ...(merged(ours, layers.map(withSpecialCases), language) as Messages),
    language,
    byHost: {
      fields: new Map(fields.filter(isField).map(([name, field]) => [name, fieldTexts(field)])),
      choices: new Map(choices.filter(isText)),
    },
  };
}

function treeEntries(tree: unknown): [string, unknown][] {
  return isTree(tree) ? Object.entries(tree) : [];
}

const isField = (entry: [string, unknown]): entry is [string, Tree] => isTree(entry[1]);
const isText = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string';

function fieldTexts(field: Tree): Partial<FieldMessages> {
  const names: readonly string[] = FIELD_MESSAGES;
  const texts = Object.entries(field).filter(isText);
  return Object.fromEntries(texts.filter(([name]) => names.includes(name)));
}

/**
 * A host's `errorSummary` is also the title when all errors are empty fields, and its `submit` the button of a form
 * without fields, unless it gives these, too.
 */
function withSpecialCases(layer: HostLanguage): HostLanguage {
  const { errorSummary, submit } = layer;
  return {
    ...(errorSummary !== undefined && { missingSummary: errorSummary }),
    ...(submit !== undefined && { confirm: submit }),
    ...layer,
  };
}

/** A message, or a tree of messages, with those of the host over it. */
function merged(ours: unknown, layers: readonly unknown[], language: string): unknown {
  if (isTree(ours) && !isPlural(ours)) {
    const trees = layers.filter(isTree);
    const names = 'label' in ours ? FIELD_MESSAGES : Object.keys(ours);
    const messages = names.map((name) => {
      const theirs = trees.map((tree) => tree[name]);
      return [name, merged(ours[name], theirs, language)] as const;
    });
    return Object.fromEntries(messages.filter(([, message]) => message !== undefined));
  }
  // Texts without values are rendered as they are, so they cannot become plural forms.
  const hasValues = typeof ours === 'string' ? ours.includes('{') : isTree(ours);
  return layers.reduce((under, theirs) => {
    if (hasValues && isTree(theirs)) return pluralForms(ours, under, theirs, language);
    const isUsable = typeof theirs === 'string' && lackingPlaceholder(ours, theirs) === undefined;
    return isUsable ? theirs : under;
  }, ours);
}

/** A host's forms, which follow the rules of its language. */
function pluralForms(ours: unknown, under: unknown, theirs: Tree, language: string): Forms {
  const texts = Object.entries(theirs)
    .filter(isText)
    .filter(([form, text]) => lackingPlaceholder(ours, text, form) === undefined);
  return { ...Object.fromEntries(texts), language, under: under as Message };
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Our plural messages have `one`; `errors` has `other` too. */
function isPlural(tree: Tree): boolean {
  return 'one' in tree;
}
