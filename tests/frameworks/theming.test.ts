import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { build, type UserConfig } from 'vite';
import { openHost } from 'precandidate-testing/host-page.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';
import { snippetOf } from 'precandidate-testing/snippets.ts';

const GUIDE = 'docs/guides/theming.md';
const stage = openHost();

/** What Vite makes of a style sheet, by default for browsers that do not know `light-dark()`. */
async function builtCss(t: TestContext, css: string, config: UserConfig = {}): Promise<string> {
  const root = await newFolder(t);
  await writeFile(join(root, 'index.html'), '<!doctype html><link rel="stylesheet" href="a.css">');
  await writeFile(join(root, 'a.css'), css);
  await build({ ...config, configFile: false, logLevel: 'error', root });
  const [file = ''] = globSync(join(root, 'dist/assets/*.css'));
  return readFile(file, 'utf8');
}

/** WCAG's relative luminance of a color such as `rgb(29, 79, 145)`. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? [])
    .map((channel) => Number(channel) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

for (const [title, text] of [
  ['the first example of the theming guide', '--precandidate-radius'],
  ['the guide’s example for light and dark', 'prefers-color-scheme'],
] as const)
  test(`${title} keeps the button readable in a default Vite build`, async (t) => {
    const css = await builtCss(t, snippetOf(GUIDE, 'css', text));
    const { token } = await stage.newSession(await newPrecandidate(stage.proxy.url));
    const page = await stage.openMarkup(
      stage.pageOf(
        `<style>${css}</style><precandidate-form session="${token}"></precandidate-form>`,
      ),
    );
    const button = page.locator('precandidate-form').getByRole('button', { name: 'Enviar' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { background, color } = await button.evaluate((element) => {
        const { backgroundColor, color: text_ } = getComputedStyle(element);
        return { background: backgroundColor, color: text_ };
      });
      const contrast = contrastOf(background, color);
      assert.ok(contrast >= 4.5, `${colorScheme}: ${color} on ${background}, ${contrast}`);
      assert.match(css, new RegExp(asHex(background)), `${colorScheme}: ${background}`);
    }
  });

/** `#1d4f91` for `rgb(29, 79, 145)`. */
function asHex(color: string): string {
  const channels = (color.match(/\d+/g) ?? []).slice(0, 3);
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}

test('the guide’s line for Vite keeps light-dark(), which its default settings replace', async (t) => {
  const css = 'precandidate-form { --precandidate-accent: light-dark(#1d4f91, #8ab4f8); }';
  assert.doesNotMatch(await builtCss(t, css), /light-dark/);
  const code = snippetOf(GUIDE, 'js', 'cssTarget');
  const { default: config } = (await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )) as {
    default: UserConfig;
  };
  assert.match(await builtCss(t, css, config), /light-dark\(#1d4f91, ?#8ab4f8\)/);
});
