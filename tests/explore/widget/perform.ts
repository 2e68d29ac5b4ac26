import { answersOn, keyOf, type Answer } from './answers.ts';
import { PAGE_STEPS } from './page-steps.ts';
import type { Shown } from './screen.ts';
import type { Visit } from './visit.ts';
import type { Step } from './steps.ts';

type Doing<Do extends Step['do']> = (
  visit: Visit,
  step: Extract<Step, { do: Do }>,
  screen: readonly Shown[],
) => Promise<unknown>;

/**
 * Does a step; `false`: the screen does not offer it.
 *
 * @param read - the screen, if several steps are done before it is read again
 */
export async function perform(visit: Visit, step: Step, read?: readonly Shown[]): Promise<boolean> {
  const doing = DOINGS[step.do] as Doing<Step['do']>;
  const isThere = await ifStillThere(async () =>
    doing(visit, step, read ?? (await visit.screen())),
  );
  if (read === undefined) await visit.settle();
  return isThere;
}

/** A text of one line, in which Enter submits. */
export const lineOn = (screen: readonly Shown[]) =>
  screen.find(({ role, type }) => role === 'textbox' && type !== '');

/** `false`: what was on the screen has gone meanwhile. */
export async function ifStillThere(act: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await act()) !== false;
  } catch (error) {
    if (/Protocol error \((DOM|Runtime)\./.test(String(error))) return false;
    throw error;
  }
}

function answerFor(
  visit: Visit,
  { field, entry }: { field: string; entry: readonly number[] },
  screen: readonly Shown[],
): Answer | undefined {
  return answersOn(screen, visit.form).find((each) => keyOf(each) === keyOf({ field, entry }));
}

const DOINGS: { [Do in Step['do']]: Doing<Do> } = {
  async type(visit, step, screen) {
    const answer = answerFor(visit, step, screen);
    if (answer === undefined) return false;
    const { controls } = answer;
    const parts = step.text.split('-');
    if (controls.length === 3 && answer.field.kind === 'date')
      for (const [at, initial] of [/^D/, /^M/, /^[AY]/].entries()) {
        const control = controls.find(({ name }) => initial.test(name));
        if (control) await enter(visit, control.id, parts[2 - at] ?? '', step.how);
      }
    else if (controls[0] !== undefined) {
      // A native picker sets the value at once.
      const how = /^(time|datetime-local)$/.test(controls[0].type) ? 'autofill' : step.how;
      await enter(visit, controls[0].id, step.text, how);
    }
    return true;
  },
  async choose(visit, step, screen) {
    const answer = answerFor(visit, step, screen);
    const [control] = answer?.controls ?? [];
    if (answer === undefined || control === undefined) return false;
    const option = answer.controls.find(({ name, role }) => isTick(role) && name === step.option);
    if (option !== undefined) return visit.click(option.id);
    if (control.options.includes(step.option)) return select(visit, control, step.option);
    if (control.type !== 'text') return false;
    return choose(visit, control.id, step);
  },
  async branch(visit, { nth, option }, screen) {
    const menu = branchMenus(visit, screen)[nth];
    return menu?.options.includes(option) ? select(visit, menu, option) : false;
  },
  async file(visit, step, screen) {
    const control = answerFor(visit, step, screen)?.controls[0];
    if (control?.type !== 'file') return false;
    return visit.chooseFile(control.id, step.name);
  },
  async press(visit, { button, nth }, screen) {
    const found = screen.filter(({ role, name }) => role === 'button' && name === button)[nth];
    return found === undefined ? false : visit.click(found.id);
  },
  leave: (visit) => visit.page.keyboard.press('Tab'),
  page: (visit, { what }) => PAGE_STEPS[what](visit),
  async fault(visit, { fault, on }) {
    visit.stage.relay.spoil(fault, on);
  },
  async service(visit, { change }) {
    const { relay } = visit.stage;
    if (relay.changes.has(change)) return false;
    relay.unseen = change;
    return true;
  },
  async submit(visit, { how }, screen) {
    const button = screen.find(({ part }) => part === 'submit');
    if (button === undefined || button.isDisabled) return false;
    if (how === 'click, then the page removes the form') {
      await visit.page.evaluate(() => {
        const remove = ({ target }: Event) => (target as Element).remove();
        document.addEventListener('precandidate-submitting', remove, { once: true });
      });
    }
    if (how.endsWith('opens another form')) return visit.replaceForm(button.id);
    if (how.startsWith('click')) return visit.click(button.id);
    if (how === 'Enter') {
      await visit.focus((lineOn(screen) ?? button).id);
      return visit.page.keyboard.press('Enter');
    }
    return visit.page.evaluate(() => {
      const element = document.querySelector('main precandidate-form') as {
        submit?(): void;
      } | null;
      // A page can call it once the element is defined.
      element?.submit?.();
      return element?.submit !== undefined;
    });
  },
};

/** Chooses from a searched list. */
async function choose(
  visit: Visit,
  id: number,
  { option, how }: { option: string; how?: 'mouse' },
) {
  const { keyboard } = visit.page;
  await enter(visit, id, how ? option.slice(0, -1) : option, 'keys');
  await visit.settle();
  const isIt = ({ role, name }: Shown) => role === 'option' && name === option;
  const offered = how && (await visit.screen()).find(isIt);
  if (offered) return visit.click(offered.id);
  if (how) await keyboard.type(option.slice(-1));
  await keyboard.press('ArrowDown');
  await visit.settle();
  // Without suggestions, Enter submits.
  const isOpen = (await visit.screen()).some((each) => each.id === id && each.isExpanded);
  return keyboard.press(isOpen ? 'Enter' : 'Tab');
}

const isTick = (role: string) => role === 'radio' || role === 'checkbox';

/** Menus that choose between branches: those that are no question of their own. */
export function branchMenus(visit: Visit, screen: readonly Shown[]): Shown[] {
  const own = new Set(
    answersOn(screen, visit.form).flatMap(({ controls }) => controls.map(({ id }) => id)),
  );
  return screen.filter(({ id, role, options }) => {
    return role === 'combobox' && options.length > 0 && !own.has(id);
  });
}

function select(visit: Visit, { id, options }: Shown, option: string): Promise<void> {
  const code = `function (index) {
    this.focus();
    this.selectedIndex = index;
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }`;
  return visit.call(id, code, options.indexOf(option));
}

async function enter(visit: Visit, id: number, text: string, how: string): Promise<void> {
  const { page, tab } = visit;
  await visit.focus(id);
  await page.keyboard.press('ControlOrMeta+A');
  if (text === '' && how !== 'autofill') return page.keyboard.press('Delete');
  switch (how) {
    case 'paste':
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      return page.keyboard.press('ControlOrMeta+V');
    case 'composition':
      for (let end = 1; end <= text.length; end += 1) {
        const part = { text: text.slice(0, end), selectionStart: end, selectionEnd: end };
        await tab.wire.send('Input.imeSetComposition', part);
      }
      return void (await tab.wire.send('Input.insertText', { text }));
    case 'autofill':
      return visit.call(
        id,
        `function (text) {
          const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(this), 'value');
          set.call(this, text);
          this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
          this.dispatchEvent(new Event('change', { bubbles: true }));
        }`,
        text,
      );
    default:
      return page.keyboard.type(text);
  }
}
