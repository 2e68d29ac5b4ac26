/** What is kept of the HTML in titles and descriptions. */
export type MarkupTag = 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'br' | 'a';

export interface MarkupElement {
  tag: MarkupTag;
  /** Of a link: `http:` or `https:`. */
  href?: string;
  children: MarkupNode[];
}
export type MarkupNode = string | MarkupElement;

const BLOCKS: readonly MarkupTag[] = ['p', 'ul', 'ol', 'li'];
/** What a browser puts on lines or in cells of its own. */
const PARAGRAPHS =
  'address article aside blockquote caption center dd details dialog div dt figcaption figure footer h1 h2 h3 ' +
  'h4 h5 h6 header hgroup hr legend main nav pre search section summary td th tr';
const KEPT: ReadonlyMap<string, MarkupTag> = new Map([
  ...PARAGRAPHS.split(' ').map((name) => [name, 'p'] as const),
  ...[...BLOCKS, 'strong' as const, 'em' as const, 'br' as const, 'a' as const].map(
    (tag) => [tag, tag] as const,
  ),
  ['b', 'strong'],
  ['i', 'em'],
]);
/** Elements without a text of their own. */
const SILENT = ['iframe', 'noscript', 'object', 'script', 'style', 'svg', 'template'];
/** HTML's other elements are dropped, and their text is kept. Any other word in angle brackets is text. */
const DROPPED = new Set([
  ...SILENT,
  ...(
    'abbr acronym area audio base basefont bdi bdo big body button canvas cite code col colgroup data ' +
    'datalist del dfn dir dl embed fieldset font form frame frameset head html img input ins kbd label link ' +
    'map mark marquee math menu meta meter nobr o:p optgroup option output param picture progress q rp rt ' +
    'ruby s samp select slot small source span strike sub sup table tbody textarea tfoot thead time title ' +
    'track tt u var video wbr'
  ).split(' '),
]);
/** Deeper elements are dropped, like those that nobody knows. */
const MAX_DEPTH = 20;
/** Attributes hold no angle brackets, so that the time for a text grows with its length only. */
const TAG = /<(\/?)([a-z][a-z0-9:]*)((?:\s[^<>]*|\/)?)>/gi;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

interface Tag {
  name: string;
  isEnd: boolean;
  attributes: string;
}

/** Text and the tags that are rendered or dropped, in turns; text only if there are none. */
function piecesOf(source: string): [...(string | Tag)[], string] {
  const text = withoutComments(source);
  const pieces: (string | Tag)[] = [];
  let end = 0;
  for (const { index, 0: tag, 1: slash, 2: given = '', 3: attributes = '' } of text.matchAll(TAG)) {
    const name = given.toLowerCase();
    if (!KEPT.has(name) && !DROPPED.has(name)) continue;
    pieces.push(text.slice(end, index), { name, isEnd: slash === '/', attributes });
    end = index + tag.length;
  }
  return [...pieces, text.slice(end)];
}

/** As in a browser, a comment without an end hides the rest. */
function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('<!--');
  return first + others.map((part) => part.split('-->').slice(1).join('-->')).join('');
}

/**
 * A text as a tree of the few elements that a form shows. A small parser of our own, which a server has,
 * too, and which never makes a live element.
 */
export function parseMarkup(text: string): MarkupNode[] {
  const [first, ...others] = piecesOf(text);
  if (typeof first === 'string' && others.length === 0) return [decoded(first)];
  const root: MarkupElement = { tag: 'p', children: [] };
  const open = [root];
  let silent: string | undefined;
  for (const piece of [first, ...others]) {
    if (typeof piece === 'string') {
      const isText = piece !== '' && silent === undefined;
      if (isText) open.at(-1)?.children.push(decoded(piece.replaceAll(/\s+/g, ' ')));
      continue;
    }
    const { name, isEnd, attributes } = piece;
    if (silent === undefined && !isEnd && SILENT.includes(name)) silent = name;
    else if (silent === name && isEnd) silent = undefined;
    const tag = KEPT.get(name);
    if (tag === undefined || silent !== undefined) continue;
    if (isEnd) closeElement(open, tag);
    else openElement(open, tag, attributes);
  }
  return root.children.filter((node) => !isEmpty(node));
}

/** Whether a node is a space, or a paragraph that another block has ended at once. */
const isEmpty = (node: MarkupNode): boolean =>
  typeof node === 'string' ? node === ' ' : node.tag === 'p' && node.children.every(isEmpty);

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

/** What the code points 128 to 159 mean in HTML: those of Windows-1252. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** The names of the code points 128 to 255. */
const NAMES =
  'euro  sbquo fnof bdquo hellip dagger Dagger circ permil Scaron lsaquo OElig  Zcaron   lsquo rsquo ' +
  'ldquo rdquo bull ndash mdash tilde trade scaron rsaquo oelig  zcaron Yuml ' +
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 ' +
  'sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES = new Map([
  ...NAMES.split(' ').map((name, index) => [name, characterOf(128 + index)] as const),
  ['amp', '&'],
  ['apos', "'"],
  ['emsp', ' '],
  ['ensp', ' '],
  ['ge', '≥'],
  ['gt', '>'],
  ['larr', '←'],
  ['le', '≤'],
  ['lt', '<'],
  ['minus', '−'],
  ['nbsp', ' '],
  ['ne', '≠'],
  ['quot', '"'],
  ['rarr', '→'],
  ['thinsp', ' '],
]);

function characterOf(code: number): string {
  return WINDOWS[code - 128] ?? String.fromCodePoint(code);
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,7}));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined)
        return ENTITIES.get(String(name)) ?? ENTITIES.get(String(name).toLowerCase()) ?? all;
      const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? characterOf(code) : all;
    },
  );
}

/** The text without HTML: for labels, messages, and names that assistive technology reads. */
export function withoutMarkup(text: string): string {
  const plain = textIn(parseMarkup(text));
  return piecesOf(text).length === 1 ? plain : plain.replaceAll(/\s+/g, ' ').trim();
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
