import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkup, withoutMarkup, type MarkupNode } from '../src/form/fields/markup.ts';
import cases from './tables/markup.json' with { type: 'json' };

/** The tree as HTML, for comparison. */
const written = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const href = node.href === undefined ? '' : ` href=${node.href}`;
      return `<${node.tag}${href}>${written(node.children)}</${node.tag}>`;
    })
    .join('');

for (const [source = '', kept, plain] of cases)
  test(`of ${JSON.stringify(source)}, keeps a safe part`, () => {
    assert.equal(written(parseMarkup(source)), kept);
    assert.equal(withoutMarkup(source), plain);
  });

test('a hostile text takes time in proportion to its length', () => {
  for (const part of ['<', '<a ', '<!--', '<p>', '<li>', '</p>', '&#', '<a href="', '&a', '-->'])
    assert.equal(typeof withoutMarkup(part.repeat(50_000)), 'string');
  const deep = parseMarkup('<em>'.repeat(50_000) + 'a' + '</p>'.repeat(50_000));
  assert.match(written(deep), /^(<em>){20}a(<\/em>){20}$/);
});
