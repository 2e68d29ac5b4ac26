import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible } from '../stage/assert-accessible.ts';
import { violations } from '../stage/candidate.ts';
import { openDemo } from '../stage/open-demo.ts';
import { openGallery } from '../stage/open-gallery.ts';

const stage = openDemo();

describe('axe finds nothing in any state, kind of field and theme', () => {
  for (const lang of ['es', 'pt', 'en'] as const)
    for (const theme of ['light', 'dark'])
      test(`${lang}, ${theme}`, async () => {
        const page = await openGallery(stage, { lang, theme });
        await assertAccessible(page, `${lang}, ${theme}`);
        assert.deepEqual(await violations(page), []);
        await page.context().close();
      });
});
