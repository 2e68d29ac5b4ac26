import type { Trace } from '../shared/explorer.ts';
import { within } from '../shared/turns.ts';
import type { Action } from './actions.ts';
import { type Answer, answersOn, keyOf } from './answers.ts';
import type { Form, Opening } from './form.ts';
import { headingOn, partsOf, Screens } from './form-steps.ts';
import { Judge } from './judge.ts';
import { branchMenus, ifStillThere, lineOn, perform } from './perform.ts';
import type { Shown } from './screen.ts';
import { goneFaults, type Look, screenFaults } from './screen-faults.ts';
import type { Stage } from './stage.ts';
import { inWords, stepFor, type Script, type Step } from './steps.ts';
import { Submission } from './submission.ts';
import { type Tab, Visit } from './visit.ts';

export const PROPERTIES = {
  a: 'the service receives what the screen showed, and only what the candidate answered',
  b: 'soon after a press something visible has changed',
  c: 'no text or choice disappears without a message',
  d: 'valid answers can be submitted, and others are refused',
  e: 'each submission has one outcome, and events carry no value',
  f: 'no exception, no message in the console, nothing left after removal',
  g: 'once faults end, the form recovers',
  h: 'any page shows the form in a readable size, and keeps its own listeners',
  i: 'the same actions lead to the same data and errors, whatever the page does in between',
};

/** A page gives up waiting for the proxy after 20 s. */
const OPENS_WITHIN_MS = 25_000;
const SETTLES_WITHIN_MS = 250;
/** More steps than any form needs. */
const MOST_STEPS = 60;
const MOST_FOREIGN_STEPS = 400;
/** States that show the form. */
const OPEN = ['ready', 'refused', 'unconfirmed', 'offline'];
const GONE = ['sending', 'sent', 'submitted', 'elsewhere', 'handed-off'];

export interface Parts {
  stage: Stage;
  tab: Tab;
  trace: Trace;
}

/** What a visit led to, as text. */
export interface Outcome {
  /** JSON that the service has received; empty: nothing. */
  data: string;
  /** The errors on the screen. */
  errors: string;
}

/** Runs actions, and writes the steps that they mean into the trace; `undefined`: the form does not open. */
export async function runActions(
  parts: Parts,
  { form, opening, actions }: { form: Form; opening: Opening; actions: readonly Action[] },
): Promise<Outcome | undefined> {
  const run = await Run.begin(parts, form, opening);
  for (const action of actions) if (!(await run?.act(action))) break;
  return run?.outcome();
}

/** Runs the steps of an earlier trace; `undefined`: the form does not open. */
export async function runScript(
  parts: Parts,
  { form, opening, steps }: Script,
): Promise<Outcome | undefined> {
  const run = await Run.begin(parts, form, opening);
  for (const step of steps) if (!(await run?.do(step))) break;
  return run?.outcome();
}

/** One candidate's visit, step by step, with a check after each. */
export class Run {
  readonly #visit: Visit;
  readonly #opening: Opening;
  #judge: Judge;
  readonly #steps: Step[] = [];
  /** See {@link Look.given}. */
  readonly #given = new Set<string>();
  /** Buttons that have added an entry to a list. */
  readonly #added = new Set<string>();
  /** Titles of the groups in which the candidate has chosen a branch. */
  readonly #touched = new Set<string>();
  /** Something is wrong with the network or the proxy. */
  #hasFaults: boolean;
  /** Another step of the form is shown, or the service has refused a form that it has changed. */
  #goesOn = false;
  readonly #screens: Screens;
  #answers: readonly Answer[] = [];
  #screen: readonly Shown[] = [];

  private constructor(visit: Visit, opening: Opening) {
    this.#visit = visit;
    this.#opening = opening;
    this.#judge = new Judge(visit.form);
    this.#screens = new Screens(opening.hasSteps ? partsOf(visit.form) : undefined);
    this.#hasFaults = opening.fault !== undefined;
    const { trace, form } = visit;
    trace.script = { form, opening, steps: this.#steps } satisfies Script;
    trace.words.push(openingInWords(opening));
  }

  /** `undefined`: the form does not open. */
  static async begin(parts: Parts, form: Form, opening: Opening): Promise<Run | undefined> {
    const visit = await Visit.begin(parts, form, opening);
    const run = new Run(visit, opening);
    return (await run.#open()) ? run : undefined;
  }

  async #open(): Promise<boolean> {
    const visit = this.#visit;
    if (visit.isEarly) {
      const hasForm = async () => (await visit.screen()).some(({ part }) => part === 'submit');
      if (!(await within(2_000, hasForm))) visit.arrive();
      await visit.settle();
    }
    const isOpen = visit.isEarly || (await this.#recover(faultInWords(this.#opening)));
    if (isOpen) await this.#look(undefined);
    return isOpen;
  }

  /** Waits until the form is open; faults have ended. `false`: the schema is refused, or a finding. */
  async #recover(after: string): Promise<boolean> {
    const visit = this.#visit;
    let refusal: string | undefined;
    const isOpen = async () => {
      const state = await visit.state();
      if (OPEN.includes(state)) return true;
      const { events } = await visit.watched();
      refusal = events.find(({ detail }) => detail.includes('schema-unusable'))?.detail;
      return refusal !== undefined || (await visit.retry());
    };
    const hasEnded = await within(OPENS_WITHIN_MS, isOpen);
    if (hasEnded && refusal === undefined) return true;
    const kind = `the form does not open: ${await visit.state()}, ${after}`;
    const complaints = visit.tab.complaints.join('; ');
    // The interface excludes some of what other schemas use.
    if (refusal === undefined || !visit.form.foreign)
      visit.report('g', kind, 'ready', refusal ?? complaints);
    return false;
  }

  /** Does the steps that an action means now; `false`: the form is gone. */
  async act(action: Action): Promise<boolean> {
    const tried = new Set<string>();
    const goesOn = action.act === 'complete' || action.act === 'correct';
    // The form shows the next step once this one is complete.
    const isNext = action.act === 'continue' && this.#stepFor(action, tried) !== undefined;
    if (isNext && !(await this.#complete(action.pick))) return false;
    const isForeign = this.#visit.form.foreign !== undefined;
    if (isForeign && goesOn) return this.#fillIn(action, tried);
    for (;;) {
      const isOver = this.#steps.length >= MOST_STEPS && !isForeign;
      const step = isOver ? undefined : this.#stepFor(action, tried);
      if (step === undefined) return true;
      if (!(await this.do(step))) return false;
      if (action.act === 'submit' && this.#goesOn)
        return (await this.#complete(0)) && this.act(action);
      if (!goesOn) return true;
      if ('field' in step) tried.add(keyOf(step));
    }
  }

  #complete(pick: number): Promise<boolean> {
    return this.act({ act: 'complete', pick, isRequiredOnly: true });
  }

  #stepFor(action: Action, tried: ReadonlySet<string>): Step | undefined {
    const menus = branchMenus(this.#visit, this.#screen);
    return stepFor(action, { answers: this.#answers, screen: this.#screen, menus, tried });
  }

  /** Answers all that is on the screen before it looks again: a foreign form may have hundreds of questions. */
  async #fillIn(action: Action, tried: Set<string>): Promise<boolean> {
    const visit = this.#visit;
    for (;;) {
      const count = tried.size;
      for (
        let step = this.#stepFor(action, tried);
        step !== undefined && 'field' in step && tried.size < MOST_FOREIGN_STEPS;
        step = this.#stepFor(action, tried)
      ) {
        tried.add(keyOf(step));
        this.#steps.push(step);
        visit.trace.words.push(inWords(step));
        const quick: Step = step.do === 'type' ? { ...step, how: 'autofill' } : step;
        await perform(visit, quick, this.#screen);
      }
      if (tried.size === count) return true;
      await perform(visit, { do: 'leave' });
      await this.#look(undefined);
    }
  }

  /** Adds an entry to a list that has none; `false`: each has one. */
  async addEntry(): Promise<boolean> {
    const adding = this.#screen.filter(({ part, role }) => part === 'add' && role === 'button');
    const isEmpty = ({ domId, name }: Shown) => {
      const inside = domId.replace(/-add$/, '.');
      return !this.#added.has(name) && !this.#screen.some((each) => each.domId.startsWith(inside));
    };
    const button = adding.find(isEmpty)?.name;
    if (button === undefined) return false;
    this.#added.add(button);
    return this.do({ do: 'press', button, nth: 0 });
  }

  async outcome(): Promise<Outcome> {
    const { stage, person } = this.#visit;
    const data = await stage.received(person);
    return { data: JSON.stringify(data) ?? '', errors: this.shownErrors() };
  }

  shownErrors(): string {
    const errors = this.#screen.filter(({ part }) => part === 'error');
    return errors.map(({ text }) => text).join('; ');
  }

  /** Does a step and checks what follows; `false`: the form is gone. */
  async do(step: Step): Promise<boolean> {
    const visit = this.#visit;
    this.#steps.push(step);
    visit.trace.words.push(inWords(step));
    if (step.do === 'submit') {
      if (step.how.includes('without a network')) this.#hasFaults = true;
      return this.#submit(step);
    }
    if (step.do === 'fault') this.#hasFaults = true;
    if (step.do === 'branch') {
      const menu = branchMenus(visit, this.#screen)[step.nth];
      for (const title of menu?.groups ?? []) this.#touched.add(title);
    }
    const isDone = await perform(visit, step);
    if ('field' in step) this.#given.add(keyOf(step));
    if (step.do === 'file') this.#given.add(`=${step.name}`);
    if (step.do === 'page' && !(await this.#follow(step))) return false;
    await this.#look(isDone ? step : undefined);
    return true;
  }

  /** What a step of the page changes for the candidate; `false`: the form is gone. */
  async #follow(step: Step & { do: 'page' }): Promise<boolean> {
    const visit = this.#visit;
    if (step.what === 'goes offline') this.#hasFaults = true;
    if (step.what.startsWith('reloads') || step.what.startsWith('removes')) {
      await visit.page.context().setOffline(false);
      if (step.what.startsWith('reloads')) this.#reload();
      visit.arrive();
    }
    // What a browser fills in is the candidate's, where it is about the candidate.
    if (step.what === 'is autofilled')
      for (const answer of answersOn(await visit.screen(), visit.form))
        if (!answer.field.isAboutOthers) this.#given.add(keyOf(answer));
    if (step.what === 'is reset') {
      this.#given.clear();
      this.#screens.forget();
    }
    if (GONE.includes(await visit.state())) return false;
    return visit.isEarly || this.#recover(inWords(step));
  }

  #reload(): void {
    const visit = this.#visit;
    // Before the scripts have arrived, nothing keeps the answers.
    if (visit.isEarly || !visit.keepsDraft) {
      [this.#answers, this.#screen] = [[], []];
      this.#screens.forget();
    }
    this.#screens.forget(({ text }) => text.includes('-100k'));
    if (!visit.keepsDraft) this.#given.clear();
    visit.keepsDraft = true;
  }

  /** Reads the screen, and checks what must hold of it after a step. */
  async #look(step: Step | undefined): Promise<void> {
    const visit = this.#visit;
    const before = this.#answers;
    const menusBefore = branchMenus(visit, this.#screen);
    const look = (): Look => ({
      step,
      before,
      answers: this.#answers,
      menusBefore,
      menus: branchMenus(visit, this.#screen),
      isEarly: visit.isEarly,
      given: this.#given,
      judge: this.#judge,
      isShown: (field) => this.#screens.isShown(field),
      form: visit.form,
      screen: this.#screen,
    });
    const isRight = async () => {
      this.#screen = await visit.screen();
      this.#answers = this.#screens.with(answersOn(this.#screen, visit.form), this.#screen);
      if (!goneFaults(look()).next().done) return false;
      const { judge, isShown } = look();
      return visit.isEarly || judge.wrongQuestions(this.#answers, isShown).length === 0;
    };
    if (!(await within(SETTLES_WITHIN_MS, isRight)) && step?.do === 'type') {
      // Text that is still being typed decides once the candidate leaves the field.
      await visit.page.keyboard.press('Tab');
      await within(SETTLES_WITHIN_MS, isRight);
    }
    for (const fault of screenFaults(look())) visit.trace.report(fault);
    await visit.checkPage(this.#hasFaults);
  }

  async #submit(step: Step & { do: 'submit' }): Promise<boolean> {
    this.#goesOn = false;
    const line = step.how === 'Enter' ? lineOn(this.#screen) : undefined;
    // Leaving another text may open questions, which a candidate sees before the key.
    if (line && (await ifStillThere(() => this.#visit.focus(line.id)))) await this.#look(undefined);
    const submission = new Submission(this.#visit, this.#judge, {
      answers: this.#answers,
      seen: new Set(this.#screen.map(({ domId }) => domId)),
      touched: this.#touched,
    });
    if (!(await submission.press(step))) return true;
    if (this.#visit.isEarly) this.#visit.arrive();
    if (this.#hasFaults) await submission.endFaults();
    this.#hasFaults = false;
    if (await submission.isGone()) {
      this.#screen = [];
      return false;
    }
    const { change } = submission;
    const heading = headingOn(this.#screen);
    if (change !== undefined) {
      this.#goesOn = true;
      this.#visit.changeForm(change);
      this.#judge = new Judge(this.#visit.form);
    }
    await this.#look(step);
    if (headingOn(this.#screen) !== heading) this.#goesOn = true;
    return true;
  }
}

function openingInWords(opening: Opening): string {
  const { isPrerendered, isEarly, locale, sessionSource } = opening;
  const when = isEarly ? ', before its scripts have arrived' : '';
  const what = isPrerendered ? 'prerendered form' : 'form';
  const how = sessionSource ? `, with sessions from a ${sessionSource}` : '';
  const policy = opening.hasPolicy === true ? ', under a strict policy' : '';
  const order = opening.hasUiSchema === true ? ', with a ui_schema' : '';
  const host = opening.hasSteps === true ? `${order}, in steps` : order;
  return `opens the ${what} in ${locale}${how}${policy}${host}${when}, ${faultInWords(opening)}`;
}

const faultInWords = ({ fault }: Opening): string =>
  fault ? `the first response of ${fault.on} is: ${fault.fault}` : 'without a fault';
