import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright';
import { assertAccessible, violations } from 'precandidate-testing/browser.ts';
import { openDemo, openGallery, tooWide, type GalleryView } from 'precandidate-testing/demo.ts';

const stage = openDemo({}, { keepsPages: true });

/**
 * Each language and each theme at least once: messages do not depend on colors. `linesIn`: the
 * section whose borders, icons, and focus rings are checked. `isNarrow`: whether the layout is
 * checked at 320 px.
 */
const LOOKS = [
  { lang: 'es', theme: 'light', linesIn: 'kinds', isNarrow: true },
  { lang: 'pt', theme: 'dark', linesIn: 'kinds', isNarrow: true },
  { lang: 'en', theme: 'dusk', linesIn: 'problems', isNarrow: true },
  { lang: 'es', theme: 'civic', linesIn: 'problems', isNarrow: false },
] as const;

for (const look of LOOKS)
  describe(`the whole gallery, ${look.lang}, ${look.theme}`, () => {
    const page = galleryPage({ lang: look.lang, theme: look.theme });

    test('axe finds no violation in any state, kind of field, and theme', async () => {
      await assertAccessible(page(), `${look.lang}, ${look.theme}`);
      assert.deepEqual(await violations(page()), []);
    });

    test('borders of controls, icons, and the focus ring have a contrast of 3:1', async () =>
      assert.deepEqual(await page().evaluate(faint, look.linesIn), []));

    if (look.isNarrow)
      test('at 320 px nothing scrolls sideways', async () => {
        await page().setViewportSize({ width: 320, height: 640 });
        assert.deepEqual(await page().evaluate(tooWide), []);
      });
  });

describe('the whole gallery on a phone', () => {
  const page = galleryPage({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('opens at its top, and no specimen has the focus', async () => {
    const seen = await page().evaluate(() => [scrollY, document.activeElement?.localName]);
    assert.deepEqual(seen, [0, 'body']);
  });

  test('creates only specimens near the screen', async () => {
    const { url } = stage.portal;
    const own = await page().context().newPage();
    await own.goto(`${url}/gallery`);
    await own.locator('precandidate-form:state(ready)').first().waitFor();
    const count = await own.locator('precandidate-form').count();
    assert.ok(count < 20, `${count} elements`);
  });

  test('touch targets are at least 44 px high, other targets 24 px', async () =>
    assert.deepEqual(await page().evaluate(tooSmall), []));

  test('only fields about the candidate have autofill tokens, those about others in sections of their own', async () => {
    const purposes = (specimen: string) =>
      page()
        .locator(`#specimen-${specimen} input:not([type=radio])`)
        .evaluateAll((inputs) => [
          ...new Set(inputs.map((input) => input.getAttribute('autocomplete'))),
        ]);
    assert.deepEqual(await purposes('text'), ['name', 'email', 'tel']);
    assert.deepEqual(await purposes('referees'), [
      'section-referees-0 name',
      'section-referees-0 tel',
    ]);
  });

  test('each form names its language', async () => {
    const named = await page()
      .locator('section[aria-labelledby=languages] precandidate-form .base')
      .evaluateAll((forms) => forms.map((form) => form.getAttribute('lang')));
    assert.deepEqual(named, ['es', 'pt', 'en', 'ar']);
  });

  test('forced colors: borders of controls and icons use system colors', async () => {
    await page().emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    assert.deepEqual(await page().evaluate(otherColors), []);
    await page().emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  });

  test('wider text spacing cuts nothing off', async () => {
    await page().setViewportSize({ width: 320, height: 640 });
    await page().evaluate(spaceText);
    assert.deepEqual(await page().evaluate(tooWide), []);
    assert.deepEqual(await page().evaluate(cutOff), []);
  });
});

describe('an open list of cities', () => {
  const page = galleryPage({ kind: 'city' });

  test('axe finds no violation', async () => {
    await page().getByRole('combobox', { name: 'Ciudad' }).pressSequentially('ar');
    await page().getByRole('option', { name: 'Arequipa' }).waitFor();
    await assertAccessible(page(), 'an open list');
  });

  test('forced colors: only the active option has a visible border', async () => {
    await page().emulateMedia({ forcedColors: 'active' });
    await page().getByRole('combobox', { name: 'Ciudad' }).press('ArrowDown');
    const framed = await page()
      .locator('[role=option]')
      .evaluateAll((options) =>
        options
          .filter((option) => {
            const { backgroundColor } = getComputedStyle(option.parentElement ?? option);
            return getComputedStyle(option).borderTopColor !== backgroundColor;
          })
          .map((option) => option.getAttribute('aria-selected')),
      );
    assert.deepEqual(framed, ['true']);
  });
});

describe('motion', () => {
  const page = galleryPage({ kind: 'states', reducedMotion: 'no-preference' });
  const running = () =>
    page().evaluate(() =>
      [...document.querySelectorAll('precandidate-form')]
        .flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? [])
        .filter(({ playState }) => playState === 'running')
        .map((animation) => (animation as CSSAnimation).animationName),
    );

  test('reduced motion: nothing moves', async () => {
    assert.notDeepEqual(await running(), []);
    await page().emulateMedia({ reducedMotion: 'reduce' });
    assert.deepEqual(await running(), []);
  });
});

/** Opens the gallery once for the tests of a suite. */
function galleryPage(view: GalleryView): () => Page {
  let page: Page;
  before(async () => {
    page = await openGallery(stage, view);
  });
  after(() => page.context().close());
  return () => page;
}

/** Sets the text spacing of WCAG 1.4.12. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
     p { margin-block-end: 2em !important }`,
  );
  for (const { shadowRoot } of document.querySelectorAll('precandidate-form'))
    shadowRoot?.adoptedStyleSheets.push(sheet);
}

/** Elements that hide a part of their text. */
function cutOff(): string[] {
  const inside = [...document.querySelectorAll('precandidate-form')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll('*:not(.unseen, input, select, option, svg, svg *)') ?? []),
  ]);
  return inside
    .filter((each) => each.checkVisibility() && getComputedStyle(each).overflow !== 'visible')
    .filter((each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
    .map((each) => each.outerHTML.slice(0, 80));
}

/** Controls that are too small; a checkbox or radio counts with its label. */
function tooSmall(): string[] {
  const controls = [...document.querySelectorAll('precandidate-form')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]') ??
      []),
  ]);
  return controls
    .filter((each) => each.checkVisibility())
    .flatMap((each) => {
      const isInside = each.matches('[type="checkbox"], [type="radio"], [type="file"]');
      const target = isInside ? (each.closest('label') ?? each) : each;
      const { width, height } = target.getBoundingClientRect();
      const least = each.matches('a[href]:not(.button)') ? 24 : 44;
      return Math.round(height) < least || width < 24
        ? [`${each.outerHTML.slice(0, 80)} ${width} × ${height}`]
        : [];
    });
}

/** Borders and strokes that do not use a system color. */
function otherColors(): string[] {
  const probe = document.createElement('i');
  document.body.append(probe);
  const system = [
    'CanvasText',
    'ButtonText',
    'LinkText',
    'GrayText',
    'Highlight',
    'FieldText',
    'ButtonBorder',
  ];
  const allowed = new Set(
    system.map((name) => {
      probe.style.setProperty('color', name);
      return getComputedStyle(probe).color;
    }),
  );
  return [...document.querySelectorAll('precandidate-form')]
    .flatMap((element) => [
      ...[...(element.shadowRoot?.querySelectorAll('svg') ?? [])].map(
        (each) => [each, getComputedStyle(each).stroke] as const,
      ),
      ...[...(element.shadowRoot?.querySelectorAll('button, input, select') ?? [])].map(
        (each) => [each, getComputedStyle(each).borderBlockStartColor] as const,
      ),
    ])
    .filter(([, color]) => !allowed.has(color))
    .map(([each, color]) => `${each.outerHTML.slice(0, 60)} ${color}`);
}

/** Borders, icons, and focus rings in the section `kind` with too little contrast to the background. */
function faint(kind: string): string[] {
  const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = numbers(color).map((value) =>
      value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one: string, other: string) => {
    const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const isClear = (color: string) => numbers(color)[3] === 0;
  const forms = `section[aria-labelledby=${kind}] precandidate-form`;
  return [...document.querySelectorAll(forms)].flatMap((element) => {
    const background = [element, element.closest('.frame') ?? document.body]
      .map((each) => getComputedStyle(each).backgroundColor)
      .find((color) => !isClear(color)) as string;
    const controls = 'input:not([disabled], [readonly]), select, textarea, button:not([disabled])';
    const lines = [...(element.shadowRoot?.querySelectorAll<HTMLElement>(controls) ?? [])]
      .filter((each) => each.checkVisibility())
      .flatMap((each) => {
        const {
          borderBlockStartColor: border,
          borderBlockStartWidth,
          backgroundColor,
        } = {
          ...getComputedStyle(each),
        };
        each.focus({ preventScroll: true });
        const focused = getComputedStyle(each);
        // A translucent ring only accompanies a border that changes.
        const ring = focused.outlineColor.startsWith('rgb(')
          ? focused.outlineColor
          : focused.borderBlockStartColor;
        const isFilled = !isClear(backgroundColor) && ratio(backgroundColor, background) >= 3;
        const hasBorder = borderBlockStartWidth !== '0px' && !isClear(border);
        return [
          { each, line: ring, what: 'ring' },
          ...(isFilled || !hasBorder ? [] : [{ each, line: border, what: 'border' }]),
        ];
      });
    const icons = [...(element.shadowRoot?.querySelectorAll('svg') ?? [])].map((each) => ({
      each,
      line: getComputedStyle(each).stroke,
      what: 'icon',
    }));
    return [...lines, ...icons]
      .filter(({ line }) => ratio(line, background) < 3)
      .map(
        ({ each, line, what }) =>
          `${what} ${line} on ${background}: ${each.outerHTML.slice(0, 60)}`,
      );
  });
}
