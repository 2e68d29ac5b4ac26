import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright';
import { assertAccessible, violations } from '../stage/browser.ts';
import { openDemo, openGallery, type GalleryView } from '../stage/demo.ts';

const stage = openDemo();
const LANGUAGES = ['es', 'pt', 'en'] as const;
/** Each language and each theme at least once: words do not depend on colours. */
const LOOKS = [
  ['es', 'light'],
  ['pt', 'light'],
  ['en', 'light'],
  ['es', 'dark'],
  ['pt', 'civic'],
  ['en', 'dusk'],
] as const;

describe('axe finds no violation in any state, kind of field, and theme', () => {
  for (const [lang, theme] of LOOKS)
    test(`${lang}, ${theme}`, () =>
      inGallery({ lang, theme }, async (page) => {
        await assertAccessible(page, `${lang}, ${theme}`);
        assert.deepEqual(await violations(page), []);
      }));
});

test('axe finds no violation in an open list of cities', () =>
  inGallery({ kind: 'city' }, async (page) => {
    await page.getByRole('combobox', { name: 'Ciudad' }).pressSequentially('ar');
    await page.getByRole('option', { name: 'Arequipa' }).waitFor();
    await assertAccessible(page, 'an open list');
  }));

describe('at 320 px nothing scrolls sideways', () => {
  for (const lang of LANGUAGES)
    test(lang, () =>
      inGallery({ lang, viewport: { width: 320, height: 640 } }, async (page) =>
        assert.deepEqual(await page.evaluate(tooWide), []),
      ),
    );
});

test('wider text spacing cuts nothing off', () =>
  inGallery({ viewport: { width: 320, height: 640 } }, async (page) => {
    await page.evaluate(spaceText);
    assert.deepEqual(await page.evaluate(tooWide), []);
    assert.deepEqual(await page.evaluate(cutOff), []);
  }));

test('touch targets are at least 44 px high, other targets 24 px', () =>
  inGallery({ viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) =>
    assert.deepEqual(await page.evaluate(tooSmall), []),
  ));

describe('borders of controls, icons, and the focus ring have a contrast of 3:1', () => {
  for (const [theme, kind] of [
    ['light', 'kinds'],
    ['dark', 'kinds'],
    ['civic', 'problems'],
    ['dusk', 'problems'],
  ] as const)
    test(`${theme}, ${kind}`, () =>
      inGallery({ theme, kind }, async (page) => assert.deepEqual(await page.evaluate(faint), [])));
});

test('only fields about the candidate have autofill tokens', () =>
  inGallery({}, async (page) => {
    const purposes = (specimen: string) =>
      page
        .locator(`#specimen-${specimen} input:not([type=radio])`)
        .evaluateAll((inputs) => [
          ...new Set(inputs.map((input) => input.getAttribute('autocomplete'))),
        ]);
    assert.deepEqual(await purposes('text'), ['name', 'email', 'tel']);
    assert.deepEqual(await purposes('referees'), ['off']);
  }));

test('forced colors: borders of controls and icons use system colors', () =>
  inGallery({ forcedColors: 'active', colorScheme: 'dark' }, async (page) =>
    assert.deepEqual(await page.evaluate(keptColours), []),
  ));

test('reduced motion: nothing moves', async () => {
  const running = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('precandidate-form')]
        .flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? [])
        .filter(({ playState }) => playState === 'running')
        .map((animation) => (animation as CSSAnimation).animationName),
    );
  await inGallery({ kind: 'states' }, async (page) => assert.notDeepEqual(await running(page), []));
  await inGallery({ kind: 'states', reducedMotion: 'reduce' }, async (page) =>
    assert.deepEqual(await running(page), []),
  );
});

test('each form names its language', () =>
  inGallery({ kind: 'languages' }, async (page) => {
    const named = await page.evaluate(() =>
      [...document.querySelectorAll('precandidate-form')].map((element) =>
        element.shadowRoot?.querySelector('.base')?.getAttribute('lang'),
      ),
    );
    assert.deepEqual(named, [...LANGUAGES, 'ar']);
  }));

async function inGallery(view: GalleryView, look: (page: Page) => Promise<void>): Promise<void> {
  const page = await openGallery(stage, view);
  await look(page);
  await page.context().close();
}

/** Specimens, and the page itself, that hold more than they are wide. */
function tooWide(): string[] {
  const frames = [...document.querySelectorAll('.frame')];
  return [document.documentElement, ...frames]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(
      (each) => `${each.parentElement?.id ?? 'page'}: ${each.scrollWidth - each.clientWidth} px`,
    );
}

/** What WCAG 1.4.12 lets a reader set. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
     p { margin-block-end: 2em !important }`,
  );
  for (const { shadowRoot } of document.querySelectorAll('precandidate-form'))
    shadowRoot?.adoptedStyleSheets.push(sheet);
}

/** Elements whose text is larger than they are and cannot be seen whole. */
function cutOff(): string[] {
  const inside = [...document.querySelectorAll('precandidate-form')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll('*:not(.unseen, input, select, option, svg, svg *)') ?? []),
  ]);
  return inside
    .filter((each) => each.checkVisibility() && getComputedStyle(each).overflow !== 'visible')
    .filter((each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
    .map((each) => each.outerHTML.slice(0, 80));
}

/** Controls that are too small to be met; a box to tick counts with the label that ticks it. */
function tooSmall(): string[] {
  const controls = [...document.querySelectorAll('precandidate-form')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]') ??
      []),
  ]);
  return controls
    .filter((each) => each.checkVisibility())
    .flatMap((each) => {
      const isTicked = each.matches('[type="checkbox"], [type="radio"]');
      const target = isTicked ? (each.closest('label') ?? each) : each;
      const { width, height } = target.getBoundingClientRect();
      const least = each.matches('a[href]:not(.button)') ? 24 : 44;
      return Math.round(height) < least || width < 24
        ? [`${each.outerHTML.slice(0, 80)} ${width} × ${height}`]
        : [];
    });
}

/** Borders and strokes that keep a colour of ours. */
function keptColours(): string[] {
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
    .filter(([, colour]) => !allowed.has(colour))
    .map(([each, colour]) => `${each.outerHTML.slice(0, 60)} ${colour}`);
}

/** Controls, icons and focus rings whose lines are too close to what lies on either side of them. */
function faint(): string[] {
  const numbers = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = numbers(colour).map((value) =>
      value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one: string, other: string) => {
    const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const isClear = (colour: string) => numbers(colour)[3] === 0;
  return [...document.querySelectorAll('precandidate-form')].flatMap((element) => {
    const paper = [element, element.closest('.frame') ?? document.body]
      .map((each) => getComputedStyle(each).backgroundColor)
      .find((colour) => !isClear(colour)) as string;
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
        each.focus();
        const focused = getComputedStyle(each);
        // A ring that lets the paper through only accompanies a border that changes.
        const ring = focused.outlineColor.startsWith('rgb(')
          ? focused.outlineColor
          : focused.borderBlockStartColor;
        const isFilled = !isClear(backgroundColor) && ratio(backgroundColor, paper) >= 3;
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
      .filter(({ line }) => ratio(line, paper) < 3)
      .map(({ each, line, what }) => `${what} ${line} on ${paper}: ${each.outerHTML.slice(0, 60)}`);
  });
}
