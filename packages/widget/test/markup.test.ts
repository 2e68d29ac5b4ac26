import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasMarkup,
  parseMarkup,
  withoutMarkup,
  type MarkupNode,
} from '../src/form/fields/markup.ts';

/** The tree as HTML, for comparison. */
const written = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const href = node.href === undefined ? '' : ` href=${node.href}`;
      return `<${node.tag}${href}>${written(node.children)}</${node.tag}>`;
    })
    .join('');

for (const [source, kept, plain] of [
  ['Plain text, 1 < 2 & 3 > 2', 'Plain text, 1 < 2 & 3 > 2', 'Plain text, 1 < 2 & 3 > 2'],
  ['As <country> <city>', 'As <country> <city>', 'As <country> <city>'],
  ['<p>One</p><p>Two</p>', '<p>One</p><p>Two</p>', 'One Two'],
  ['One<br/>two<BR>three', 'One<br></br>two<br></br>three', 'One two three'],
  ['<b>Bold</b> and <i>fine</i>', '<strong>Bold</strong> and <em>fine</em>', 'Bold and fine'],
  ['<ul><li>a<li>b</ul>c', '<ul><li>a</li><li>b</li></ul>c', 'a b c'],
  ['<ol>\n <li>a</li>\n</ol>', '<ol> <li>a</li> </ol>', 'a'],
  ['<h2 class="x">Title</h2>Text', '<p>Title</p>Text', 'Title Text'],
  ['Tom &amp; Ana<br>', 'Tom & Ana<br></br>', 'Tom & Ana'],
  [
    '<a href="https://a.example/?x=1&amp;y=2">Law</a>',
    '<a href=https://a.example/?x=1&y=2>Law</a>',
    'Law',
  ],
  ['<a href="javascript:alert(1)">Law</a>', 'Law', 'Law'],
  ["<a href='data:text/html,x'>Law</a>", 'Law', 'Law'],
  ['<script>alert(1)</script>a<style>b{}</style>', 'a', 'a'],
  ['<img src=x onerror=alert(1)>Text', 'Text', 'Text'],
  ['<span style="color:red">Red</span><!-- note -->', 'Red', 'Red'],
  ['<p onclick="x()">Text', '<p>Text</p>', 'Text'],
  ['</p>Text</strong>', 'Text', 'Text'],
] as const)
  test(`of ${JSON.stringify(source)}, keeps a safe part`, () => {
    assert.equal(written(parseMarkup(source)), kept);
    assert.equal(withoutMarkup(source), plain);
  });

test('a hostile text takes time in proportion to its length', () => {
  for (const part of ['<', '<a ', '<!--', '<p>', '<li>', '</p>', '&#', '<a href="'])
    assert.equal(typeof hasMarkup(part.repeat(50_000)), 'boolean');
  const deep = parseMarkup('<em>'.repeat(50_000) + 'a' + '</p>'.repeat(50_000));
  assert.match(written(deep), /^(<em>){20}a(<\/em>){20}$/);
});
