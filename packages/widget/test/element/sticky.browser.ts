import { sendKeys, setViewport } from '@web/test-runner-commands';
import form_schema from '../tables/sticky-form.json' with { type: 'json' };
import { ok } from './stage/assert.ts';
import { completeCall } from './stage/candidate.ts';
import { show, type Shown } from './stage/show.ts';

const HEIGHT = 568;
let staged: Shown;
let page: HTMLElement;

setup(async () => {
  await setViewport({ width: 320, height: HEIGHT });
  page = document.body.appendChild(document.createElement('main'));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .bar { position: sticky; block-size: 30vh; background: silver; z-index: 1 }
    header.bar { inset-block-start: 0 }
    footer.bar { inset-block-end: 0 }
    .filler { block-size: 900px }`);
  document.adoptedStyleSheets = [sheet];
  page.innerHTML =
    '<header class="bar"></header><div class="filler"></div><div class="place"></div>';
  page.innerHTML += '<div class="filler"></div><footer class="bar"></footer>';
  const place = page.querySelector('.place') as Element;
  staged = await show({ form_schema }, { locale: 'en' }, place);
});

teardown(async () => {
  page.remove();
  document.adoptedStyleSheets = [];
  await setViewport({ width: 390, height: 844 });
});

/** Fails when a bar of the host's hides any edge of what has the focus, or its label. */
function seen(what: string): void {
  const { focused } = staged;
  if (focused === null) throw new Error(`Nothing has the focus at ${what}`);
  const label = (focused as HTMLInputElement).labels?.[0] ?? focused;
  for (const place of [label, focused]) {
    const { left, width, top, bottom } = place.getBoundingClientRect();
    for (const y of [top + 1, bottom - 1]) {
      const there = document.elementFromPoint(left + width / 2, y);
      ok(there === staged.element, `${what}: ${place.outerHTML.slice(0, 80)} at ${y}`);
    }
  }
}

for (const direction of ['Tab', 'Shift+Tab'])
  test(`no field that ${direction} reaches is under a sticky bar of the page`, async () => {
    const last = direction === 'Tab' ? staged.query('input') : staged.query('[part=submit]');
    last.focus();
    const visited = new Set<Element | null>();
    while (staged.focused !== null) {
      seen(direction);
      visited.add(staged.focused);
      await sendKeys({ press: direction });
    }
    ok(visited.size >= 10, `${visited.size} places`);
  });

test('nor is the error summary, or a field that its link focuses', async () => {
  scrollTo(0, document.documentElement.scrollHeight);
  staged.query('[part=submit]').focus();
  await sendKeys({ press: 'Enter' });
  const summary = staged.query('.summary');
  ok(staged.focused === summary);
  const { top } = summary.getBoundingClientRect();
  ok(top >= HEIGHT * 0.3 && top < HEIGHT * 0.7, `The list begins at ${top}`);
  for (const link of summary.querySelectorAll('a')) {
    link.focus();
    seen('a link');
    await sendKeys({ press: 'Enter' });
    ok(staged.focused !== link, 'it leads somewhere');
    seen(link.innerText);
  }
});

test('nor is the status view that replaces the form', async () => {
  staged.query('[part=submit]').focus();
  await completeCall(staged.candidate);
  await staged.reaches('elsewhere');
  ok(staged.focused === staged.query('.card .title'));
  seen('a card');
});
