import type { FieldMessages, HostLanguage, Messages } from './messages.ts';

type Tree = Record<string, unknown>;
type Sentence = (...values: unknown[]) => string;

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
  const merged = given.reduce<Tree>(
    (under, layer) => over(under, layer, language),
    ours as unknown as Tree,
  ) as unknown as Messages;
  const byHost = {
    fields: new Map(entriesOf(given, 'fields').filter(isFieldMessages)),
    choices: new Map(entriesOf(given, 'choices').filter(isText)),
  };
  return { ...merged, language, byHost };
}

/** A host's `errorSummary` is also the title when all errors are empty fields, unless it gives that. */
function withBothSummaries(layer: Tree): Tree {
  const { errorSummary } = layer;
  return errorSummary === undefined ? layer : { missingSummary: errorSummary, ...layer };
}

function over(under: Tree, layer: Tree, language: string): Tree {
  const names = 'label' in under ? ['label', 'ask', 'hint', 'many'] : Object.keys(under);
  const merged = names
    .map((name) => [name, place(under[name], own(layer, name), language)])
    .filter(([, message]) => message !== undefined);
  return Object.fromEntries(merged) as Tree;
}

function place(ours: unknown, theirs: unknown, language: string): unknown {
  if (theirs === undefined) return ours;
  if (typeof ours === 'function') return sentence(ours as Sentence, theirs, language);
  if (isTree(ours)) return isTree(theirs) ? over(ours, theirs, language) : ours;
  return typeof theirs === 'string' ? theirs : ours;
}

function sentence(ours: Sentence, theirs: unknown, language: string): Sentence {
  if (typeof theirs === 'string') return (...values) => filled(theirs, values);
  if (isTree(theirs)) {
    const rules = pluralRules(language);
    return (...values) => {
      const form = rules.select(Number(values.findLast(isNumber) ?? 0));
      const text = own(theirs, form) ?? own(theirs, 'other');
      return typeof text === 'string' ? filled(text, values) : ours(...values);
    };
  }
  return typeof theirs === 'function' ? guarded(theirs as Sentence, ours) : ours;
}

function guarded(theirs: Sentence, ours: Sentence): Sentence {
  return (...values) => {
    try {
      const text: unknown = theirs(...values);
      if (typeof text === 'string') return text;
    } catch {
      // The host's function throws: use ours.
    }
    return ours(...values);
  };
}

/** Fills the placeholders of a text. */
function filled(text: string, values: readonly unknown[]): string {
  const [first, second] = values;
  const names: Tree = isTree(first) ? first : typeof first === 'string' ? { label: first } : {};
  const n = second ?? (typeof first === 'number' ? first : undefined);
  return text.replaceAll(/\{(label|ask|n|limit|count|left|text)\}/g, (hole, name: string) =>
    String((name === 'label' || name === 'ask' ? names[name] : n) ?? hole),
  );
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

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
