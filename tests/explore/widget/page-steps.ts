import type { Page } from 'playwright';
import { within } from '../shared/turns.ts';
import type { SchemaChange } from './changed-schemas.ts';
import { headingOn } from './form-steps.ts';
import OWN_DATA from './own-data.json' with { type: 'json' };
import { OTHER_FORMS, type Shown } from './screen.ts';
import type { Visit } from './visit.ts';

const PUT_OFF_FOR_MS = 8_000;
const FILLS_WITHIN_MS = 1_000;

/** The button's name in what the page sets as `messages`, and then sets in its place. */
const FIRST_TEXTS = { en: 'Go', es: 'Ya', pt: 'Vai' };
const SECOND_TEXTS = { en: 'Finish', es: 'Listo', pt: 'Pronto' };

/** What the page, the browser, or the operator does in the middle of a visit. */
export const PAGE_STEPS = {
  reloads: reload,
  'reloads, with options and branches in the opposite order': (visit) =>
    reloadChanged(visit, 'order'),
  'reloads, with fields in the opposite order': (visit) => reloadChanged(visit, 'fields'),
  async 'reloads, with other defaults, and again with the same ones'(visit) {
    const { changes } = visit.stage.relay;
    if (changes.has('defaults')) return false;
    changes.add('defaults');
    await reload(visit);
    // Not `arrive`: what was typed before the reload was typed early.
    visit.stage.relay.release();
    await within(PUT_OFF_FOR_MS, async () => (await visit.state()) === 'ready');
    changes.delete('defaults');
    return reload(visit);
  },
  'moves the form': (visit) => inPage(visit, "document.querySelector('main').append(element)"),
  async 'removes the form and adds it again'(visit) {
    await inPage(visit, 'globalThis.removed = element; element.remove()');
    if (!visit.hasOthers) await checkRemains(visit);
    await visit.page.evaluate("document.querySelector('main').append(removed)");
  },
  async 'changes the language'(visit) {
    const now = await visit.page.locator('main precandidate-form').getAttribute('locale');
    const [next = 'en'] = (['en', 'es', 'pt'] as const).filter((each) => each !== now);
    await inPage(visit, `element.setAttribute('locale', '${next}')`);
    // The page remembers the candidate's choice.
    await visit.showIn(next);
  },
  async 'changes the texts'(visit) {
    const before = (await visit.screen()).find(({ part }) => part === 'submit')?.name;
    const isSecond = before !== undefined && Object.values(FIRST_TEXTS).includes(before);
    const submit = isSecond ? SECOND_TEXTS : FIRST_TEXTS;
    // A form without fields has a button of another name.
    const textsOf = (text: string) => ({ submit: text, confirm: text });
    const texts = Object.entries(submit).map(([locale, text]) => [locale, textsOf(text)]);
    const messages = JSON.stringify(Object.fromEntries(texts));
    await inPage(visit, `element.messages = ${messages}`);
    // Another button continues to the next step.
    if (headingOn(await visit.screen()) !== undefined) return;
    // What merges the texts is a script of its own, which may not have arrived.
    const isOnline = await visit.page.evaluate('navigator.onLine');
    if (visit.isEarly || !isOnline || (await visit.state()) !== 'ready') return;
    const button = async () => (await visit.screen()).find(({ part }) => part === 'submit');
    const isChanged = async () => Object.values(submit).includes((await button())?.name ?? '');
    if (!(await within(PUT_OFF_FOR_MS, isChanged)))
      visit.report(
        'h',
        'the texts of the page are not shown',
        submit.en,
        (await button())?.name ?? '',
      );
  },
  'renews the session': (visit) => visit.renewSession(),
  async 'keeps no draft'(visit) {
    await inPage(visit, "element.setAttribute('draft', 'off')");
    visit.keepsDraft = false;
  },
  'is translated': (visit) => visit.page.evaluate(translate),
  'goes offline': (visit) => visit.page.context().setOffline(true),
  'goes online': (visit) => visit.page.context().setOffline(false),
  'is autofilled': autofill,
  'is reset': (visit) => inPage(visit, 'element.reset?.()'),
  async 'gets its scripts'(visit) {
    visit.arrive();
  },
  'loses the proxy for a moment': (visit) => visit.stage.restartProxy(),
  'is opened in a second tab': secondTab,
  async 'is filled in in a second tab'(visit) {
    const tab = await secondTab(visit);
    const focusNth = (nth: number) => {
      const root = document.querySelector('main precandidate-form')?.shadowRoot;
      const all = root?.querySelectorAll<HTMLElement>('input:not([type=file], [hidden]), textarea');
      all?.[nth]?.focus();
      return all?.[nth] !== undefined;
    };
    for (let nth = 0; await within(FILLS_WITHIN_MS, () => tab.evaluate(focusNth, nth)); nth += 1)
      await tab.keyboard.type('Zyx ');
  },
  'reads files slowly': (visit) => visit.page.evaluate('watched.fileDelayMs = 1500'),
  async 'has small text'(visit) {
    await addStyle(visit, 'html { font-size: 62.5%; line-height: 1 }');
    await checkSizes(visit);
  },
  'clips what is larger than the form': (visit) =>
    addStyle(visit, '#place { overflow: hidden; position: relative }'),
  async 'opens six more forms'(visit) {
    visit.hasOthers = true;
    const tokens = await visit.stage.otherTokens(6);
    const add = ({ id, url, all }: { id: string; url: string; all: string[] }) => {
      for (const session of all) {
        const form = document.createElement('precandidate-form');
        for (const [name, value] of Object.entries({ session, 'proxy-url': url, locale: 'en' }))
          form.setAttribute(name, value);
        document.getElementById(id)?.append(form);
      }
    };
    await visit.page.evaluate(add, { id: OTHER_FORMS, url: visit.stage.relay.url, all: tokens });
  },
} satisfies Record<string, (visit: Visit) => Promise<unknown>>;
export type PageStep = keyof typeof PAGE_STEPS;

async function reload(visit: Visit): Promise<void> {
  await visit.page.context().setOffline(false);
  await visit.page.reload({ waitUntil: 'commit' });
}

/** With a change of the schema, or without it again. */
async function reloadChanged(visit: Visit, change: SchemaChange): Promise<void> {
  const { changes } = visit.stage.relay;
  if (!changes.delete(change)) changes.add(change);
  await reload(visit);
}

async function secondTab(visit: Visit): Promise<Page> {
  const tab = await visit.page.context().newPage();
  // Without a network it shows an error.
  await tab.goto(visit.stage.origin, { waitUntil: 'commit' }).catch(() => {});
  await visit.page.bringToFront();
  return tab;
}

/** Runs code with the page's `element`, as the host page may. */
function inPage(visit: Visit, code: string): Promise<unknown> {
  const find = "const element = document.querySelector('main precandidate-form');";
  return visit.page.evaluate(`{ ${find} if (element) { ${code} } }`);
}

/** A policy does not restrict these. */
const addStyle = (visit: Visit, css: string): Promise<unknown> =>
  visit.page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

/** Of the page and its translator. */
const HOST = `main, h1, script, #place, #below, #${OTHER_FORMS}, #${OTHER_FORMS} *, font`;

/** Nothing of a removed element goes on, and it has no more listeners than one that was open. */
async function checkRemains(visit: Visit): Promise<void> {
  const remains = async () => ({
    timers: (await visit.watched()).timers,
    listeners: (await visit.listeners()) - visit.stage.listenersLeft,
    elements: await visit.page.locator(`body :not(${HOST})`).count(),
  });
  // A submission that is under way outlives the form.
  const isQuiet = async () => Object.values(await remains()).every((count) => count <= 0);
  if (await within(PUT_OFF_FOR_MS, isQuiet)) return;
  for (const [what, count] of Object.entries(await remains()))
    if (count > 0) visit.report('f', `${what} are left after removal`, 'none', String(count));
}

const TEXT_PX = 16;
const TARGET_PX = 44;

/** Text that is entered, and what is pressed, is as large as without the page's styles. */
async function checkSizes(visit: Visit): Promise<void> {
  const small = await visit.page.evaluate(
    ([text = 0, target = 0]) => {
      const root = document.querySelector('main precandidate-form')?.shadowRoot;
      // The label around a file input is what is pressed.
      const targets = 'input:not([type=file]), select, textarea, button, [part=choose-file]';
      const all = root?.querySelectorAll<HTMLElement>(targets) ?? [];
      const visible = [...all].filter(
        (each) => each.checkVisibility() && each.offsetWidth > target,
      );
      return visible
        .map((each) => ({
          name: `${each.localName} ${each.part.value}`,
          px: Number.parseFloat(getComputedStyle(each).fontSize),
          height: each.offsetHeight,
        }))
        .find(({ px, height }) => px < text || height < target);
    },
    [TEXT_PX, TARGET_PX],
  );
  if (small !== undefined)
    visit.report(
      'h',
      `too small: ${small.name}`,
      `text of ${TEXT_PX}, and targets of ${TARGET_PX} px`,
      JSON.stringify(small),
    );
}

/** Wraps every text as a page translator does. */
function translate(): void {
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element && node.shadowRoot) wrap(node.shadowRoot);
      const parent = node.parentElement?.localName ?? '';
      const isText = node instanceof Text && node.data.trim() !== '';
      if (isText && !['style', 'script', 'option', 'font'].includes(parent)) texts.push(node);
    }
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      text.parentNode?.replaceChild(outer, text);
      outer.append(inner);
      inner.append(text);
    }
  };
  wrap(document.body);
}

/** The candidate takes what the browser suggests at the first field for their own data. */
async function autofill(visit: Visit): Promise<boolean> {
  const { wire } = visit.tab;
  const isOwn = ({ autocomplete, role, value }: Shown) =>
    role === 'textbox' && value === '' && !/^(?:$|off$|section-)/.test(autocomplete);
  const field = (await visit.screen()).find(isOwn);
  if (field === undefined) return false;
  const fields = Object.entries(OWN_DATA).map(([name, value]) => ({ name, value }));
  let isFilled = false;
  wire.once('Autofill.addressFormFilled', () => (isFilled = true));
  await wire.send('Autofill.trigger', { fieldId: field.id, address: { fields } });
  return (await within(FILLS_WITHIN_MS, async () => isFilled)) === true;
}
