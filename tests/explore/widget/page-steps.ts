import { within } from '../shared/turns.ts';
import { OTHER_FORMS, type Shown } from './screen.ts';
import type { Visit } from './visit.ts';

const PUT_OFF_FOR_MS = 8_000;
const FILLS_WITHIN_MS = 2_000;

/** What the page, the browser, or the operator does in the middle of a visit. */
export const PAGE_STEPS = {
  async reloads(visit) {
    await visit.page.context().setOffline(false);
    await visit.page.reload({ waitUntil: 'commit' });
  },
  'moves the form': (visit) => inPage(visit, "document.querySelector('main').append(element)"),
  async 'removes the form and adds it again'(visit) {
    await inPage(visit, 'globalThis.removed = element; element.remove()');
    if (visit.hasOldAngular) await checkOwnListeners(visit);
    else if (!visit.hasOthers) await checkRemains(visit);
    await visit.page.evaluate("document.querySelector('main').append(removed)");
  },
  async 'changes the language'(visit) {
    const now = await visit.page.locator('main precandidate-form').getAttribute('locale');
    const [next = 'en'] = ['en', 'es', 'pt'].filter((each) => each !== now);
    await inPage(visit, `element.setAttribute('locale', '${next}')`);
  },
  async 'changes the texts'(visit) {
    const submit = { en: 'Go', es: 'Ya', pt: 'Vai' };
    const texts = Object.entries(submit).map(([locale, text]) => [locale, { submit: text }]);
    const messages = JSON.stringify(Object.fromEntries(texts));
    await inPage(visit, `element.messages = ${messages}`);
    // What merges the texts is a script of its own, which may not have arrived.
    const isOnline = await visit.page.evaluate('navigator.onLine');
    if (visit.isEarly || !isOnline || (await visit.state()) !== 'ready') return;
    const button = async () => (await visit.screen()).find(({ part }) => part === 'submit');
    const isChanged = async () => Object.values(submit).includes((await button())?.name ?? '');
    if (!(await within(PUT_OFF_FOR_MS, isChanged)))
      visit.report('h', 'the texts of the page are not shown', 'Go', (await button())?.name ?? '');
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
  async 'is opened in a second tab'(visit) {
    const other = await visit.page.context().newPage();
    // Without a network it shows an error.
    await other.goto(visit.stage.origin, { waitUntil: 'commit' }).catch(() => {});
    await visit.page.bringToFront();
  },
  'reads files slowly': (visit) => visit.page.evaluate('watched.fileDelayMs = 1500'),
  async 'has small text'(visit) {
    await visit.page.addStyleTag({ content: 'html { font-size: 62.5%; line-height: 1 }' });
    await checkSizes(visit);
  },
  'clips what is larger than the form': (visit) =>
    visit.page.addStyleTag({ content: '#place { overflow: hidden; position: relative }' }),
  async 'opens six more forms'(visit) {
    visit.hasOthers = true;
    const markup = await visit.stage.otherForms(6);
    const add = ([id, html]: string[]) =>
      document.getElementById(id ?? '')?.insertAdjacentHTML('beforeend', html ?? '');
    await visit.page.evaluate(add, [OTHER_FORMS, markup]);
  },
} satisfies Record<string, (visit: Visit) => Promise<unknown>>;
export type PageStep = keyof typeof PAGE_STEPS;

/** Runs code with the page's `element`, as the host page may. */
function inPage(visit: Visit, code: string): Promise<unknown> {
  const find = "const element = document.querySelector('main precandidate-form');";
  return visit.page.evaluate(`{ ${find} if (element) { ${code} } }`);
}

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

/** After the form has gone, the page hears its own events. */
async function checkOwnListeners(visit: Visit): Promise<void> {
  const heard = await visit.page.evaluate(() => {
    let count = 0;
    const hear = () => (count += 1);
    addEventListener('online', hear);
    dispatchEvent(new Event('online'));
    removeEventListener('online', hear);
    return count;
  });
  if (heard === 0)
    visit.report(
      'h',
      'the page does not hear its own events after removal',
      'an “online” event',
      'none',
    );
}

const TEXT_PX = 16;
const TARGET_PX = 44;

/** Text that is entered, and what is pressed, is as large as without the page's styles. */
async function checkSizes(visit: Visit): Promise<void> {
  const small = await visit.page.evaluate(
    ([text = 0, target = 0]) => {
      const root = document.querySelector('main precandidate-form')?.shadowRoot;
      const all = root?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? [];
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

/** The candidate's own, as the browser knows it. */
export const OWN_DATA = {
  NAME_FULL: 'Ana Quuxfill',
  NAME_FIRST: 'Ana',
  NAME_LAST: 'Quuxfill',
  EMAIL_ADDRESS: 'ana@quuxfill.example',
  PHONE_HOME_WHOLE_NUMBER: '+51987654321',
  ADDRESS_HOME_STREET_ADDRESS: 'Av. Quux 12',
  ADDRESS_HOME_CITY: 'Lima',
  ADDRESS_HOME_COUNTRY: 'PE',
};

/** The candidate takes what the browser suggests at the first field for their own data. */
async function autofill(visit: Visit): Promise<boolean> {
  const { wire } = visit.tab;
  const isOwn = ({ autocomplete, role, value }: Shown) =>
    role === 'textbox' && value === '' && !['', 'off'].includes(autocomplete);
  const field = (await visit.screen()).find(isOwn);
  if (field === undefined) return false;
  const fields = Object.entries(OWN_DATA).map(([name, value]) => ({ name, value }));
  let isFilled = false;
  wire.once('Autofill.addressFormFilled', () => (isFilled = true));
  await wire.send('Autofill.trigger', { fieldId: field.id, address: { fields } });
  return (await within(FILLS_WITHIN_MS, async () => isFilled)) === true;
}
