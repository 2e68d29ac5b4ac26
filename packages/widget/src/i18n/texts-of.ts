/** What a page's messages are made of. */
export interface TextTree {
  readonly [name: string]: string | TextTree;
}

/** Language, group, message, plural form; one more than that. */
const MAX_DEPTH = 5;

/** The same tree for the same object, which a page does not change: it sets another one. */
const known = new WeakMap<object, TextTree>();

/**
 * The texts in what a page sets as `messages`, whatever it is: a page without types may set a number, and
 * YAML reads `no` as `false`. The setup reporter names what is left out.
 */
export function textsOf(given: unknown): TextTree {
  if (!isTree(given)) return {};
  const texts = known.get(given) ?? treeOf(given, MAX_DEPTH);
  known.set(given, texts);
  return texts;
}

function treeOf(given: object, depth: number): TextTree {
  const texts = entriesOf(given).flatMap(([name, value]): [string, string | TextTree][] => {
    // A blank hint removes ours. A button or a label needs its name.
    if (typeof value === 'string')
      return value.trim() === '' && name !== 'hint' ? [] : [[name, value]];
    return isTree(value) && depth > 0 ? [[name, treeOf(value, depth - 1)]] : [];
  });
  return Object.fromEntries(texts);
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nothing when a getter or a proxy throws. */
function entriesOf(given: object): [string, unknown][] {
  try {
    return Object.entries(given);
  } catch {
    return [];
  }
}
