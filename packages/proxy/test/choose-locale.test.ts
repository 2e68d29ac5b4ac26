import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLocale } from '../src/bootstrap/choose-locale.ts';

for (const [tags, country, chosen] of [
  // The first tag with a supported language, and the region of the candidate.
  [[undefined, 'fr', 'pt-BR', 'en'], 'PE', 'pt-BR'],
  [['es'], 'PE', 'es-PE'],
  [['en-GB'], 'PE', 'en-GB'],
  // What else a tag says has no effect.
  [['es-PE-u-nu-arab'], 'PE', 'es-PE'],
  [['not a tag', 'pt'], null, 'pt'],
  // Without a supported one, the main language of the country.
  [[], 'BR', 'pt-BR'],
  [['fr'], 'PE', 'es-PE'],
  [[], 'XXX', 'es'],
  [[], null, 'es'],
] as const)
  test(`of ${JSON.stringify(tags)} in ${country}, takes ${chosen}`, () =>
    assert.equal(chooseLocale(tags, country), chosen));
