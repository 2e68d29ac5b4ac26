/** What is kept of the HTML in titles and descriptions. */
export type MarkupTag = 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'br' | 'a';

export interface MarkupElement {
  tag: MarkupTag;
  /** Of a link: `http:` or `https:`. */
  href?: string;
  children: MarkupNode[];
}
export type MarkupNode = string | MarkupElement;

const KEPT: Readonly<Record<string, MarkupTag>> = {
  a: 'a',
  b: 'strong',
  br: 'br',
  em: 'em',
  i: 'em',
  li: 'li',
  ol: 'ol',
  p: 'p',
  strong: 'strong',
  ul: 'ul',
  // What a browser puts on lines of its own.
  ...Object.fromEntries(
    'address article blockquote div dd dt footer h1 h2 h3 h4 h5 h6 header hr pre section tr'
      .split(' ')
      .map((name) => [name, 'p' as const]),
  ),
};
/** Elements without a text of their own. */
const SILENT = ['iframe', 'noscript', 'object', 'script', 'style', 'svg', 'template'];
/** Other elements are dropped, and their text is kept. Any other word in angle brackets is text. */
const DROPPED = new Set([
  ...SILENT,
  ...(
    'abbr button center code dl font form img input label small span sub sup table tbody td textarea ' +
    'tfoot th thead u video'
  ).split(' '),
]);
/** Deeper elements are dropped, like those that nobody knows. */
const MAX_DEPTH = 20;
/** Attributes hold no angle brackets, so that the time for a text grows with its length only. */
const TOKEN = /<!--[^<>]*>|<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*|\/)?)>/gi;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const BLOCKS: readonly MarkupTag[] = ['p', 'ul', 'ol', 'li'];

const isTag = (name: string) => Object.hasOwn(KEPT, name) || DROPPED.has(name);

/** Whether a text has HTML that is rendered or dropped. */
export function hasMarkup(text: string): boolean {
  return [...text.matchAll(TOKEN)].some(
    ([, , name]) => name === undefined || isTag(name.toLowerCase()),
  );
}

/**
 * A text as a tree of the few elements that a form shows. A small parser of our own, which a server has,
 * too, and which never makes a live element.
 */
export function parseMarkup(text: string): MarkupNode[] {
  if (!hasMarkup(text)) return [text];
  const root: MarkupElement = { tag: 'p', children: [] };
  const open = [root];
  let silent: string | undefined;
  let end = 0;
  const addText = (to: number) => {
    const part = text.slice(end, to).replaceAll(/\s+/g, ' ');
    if (part !== '' && silent === undefined) open.at(-1)?.children.push(decoded(part));
  };
  for (const token of text.matchAll(TOKEN)) {
    const [all, slash, given, attributes = ''] = token;
    const name = given?.toLowerCase();
    if (name !== undefined && !isTag(name)) continue;
    addText(token.index);
    end = token.index + all.length;
    if (name === undefined) continue;
    if (SILENT.includes(name)) silent = slash ? undefined : (silent ?? name);
    const tag = Object.hasOwn(KEPT, name) ? KEPT[name] : undefined;
    if (tag === undefined || silent !== undefined) continue;
    if (slash) closeElement(open, tag);
    else openElement(open, tag, attributes);
  }
  addText(text.length);
  return root.children.filter((node) => node !== ' ');
}

function openElement(open: MarkupElement[], tag: MarkupTag, attributes: string): void {
  // A paragraph ends where the next block begins, an entry where the next one does.
  if (BLOCKS.includes(tag) && open.at(-1)?.tag === 'p') closeElement(open, 'p');
  if (tag === 'li') closeElement(open, 'li');
  const isInList = ['ul', 'ol'].includes(open.at(-1)?.tag ?? '');
  const href = tag === 'a' ? hrefIn(attributes) : undefined;
  if ((tag === 'a' && href === undefined) || open.length > MAX_DEPTH) return;
  const own = tag === 'li' && !isInList ? 'p' : tag;
  const element: MarkupElement = { tag: own, children: [], ...(href !== undefined && { href }) };
  open.at(-1)?.children.push(element);
  if (tag !== 'br') open.push(element);
}

/** Closes the nearest open element of a kind, with those in it; an entry only within its own list. */
function closeElement(open: MarkupElement[], tag: MarkupTag): void {
  const index = open.findLastIndex((each, at) => at > 0 && each.tag === tag);
  const list = open.findLastIndex(({ tag: each }) => each === 'ul' || each === 'ol');
  if (index > 0 && !(tag === 'li' && index < list)) open.length = index;
}

function hrefIn(attributes: string): string | undefined {
  const [, double, single, bare] = HREF.exec(attributes) ?? [];
  const href = decoded(double ?? single ?? bare ?? '').trim();
  return /^https?:\/\//i.test(href) ? href : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  rsquo: '’',
};

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
      const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    },
  );
}

/** The text without HTML: for labels, messages, and names that assistive technology reads. */
export function withoutMarkup(text: string): string {
  return hasMarkup(text) ? textIn(parseMarkup(text)).replaceAll(/\s+/g, ' ').trim() : text;
}

function textIn(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const text = textIn(node.children);
      return BLOCKS.includes(node.tag) || node.tag === 'br' ? ` ${text} ` : text;
    })
    .join('');
}
