import type { Trace } from '../shared/explorer.ts';
import { within } from '../shared/turns.ts';
import { type Action, inWords, stepFor } from './actions.ts';
import { type Answer, answersOn, keyOf } from './answers.ts';
import type { Form, Opening, Script, Step } from './form.ts';
import { Judge } from './judge.ts';
import { branchMenus, perform } from './perform.ts';
import type { Shown } from './screen.ts';
import type { Stage } from './stage.ts';
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
};

/** A page gives up waiting for the proxy after 20 s. */
const OPENS_WITHIN_MS = 25_000;
const SETTLES_WITHIN_MS = 250;
/** More steps than any form needs. */
const MOST_STEPS = 60;
/** States that show the form. */
const OPEN = ['ready', 'refused', 'unconfirmed', 'offline'];
const GONE = ['sending', 'sent', 'submitted', 'elsewhere', 'handed-off'];

export interface Parts {
  stage: Stage;
  tab: Tab;
  trace: Trace;
}

/** Runs actions, and writes the steps that they mean into the trace. */
export async function runActions(
  parts: Parts,
  { form, opening, actions }: { form: Form; opening: Opening; actions: readonly Action[] },
): Promise<void> {
  const run = await Run.begin(parts, form, opening);
  if (run === undefined) return;
  for (const action of actions) if (!(await run.act(action))) return;
}

/** Runs the steps of an earlier trace. */
export async function runScript(parts: Parts, { form, opening, steps }: Script): Promise<void> {
  const run = await Run.begin(parts, form, opening);
  for (const step of steps) if (run === undefined || !(await run.do(step))) return;
}

class Run {
  readonly #visit: Visit;
  readonly #judge: Judge;
  readonly #steps: Step[] = [];
  /** Questions that the candidate has answered, by name and by name with text. */
  readonly #given = new Set<string>();
  /** Titles of the groups in which the candidate has chosen a branch. */
  readonly #touched = new Set<string>();
  /** The scripts have not arrived: questions that depend on answers cannot appear yet. */
  #isEarly: boolean;
  /** Something is wrong with the network or the proxy. */
  #hasFaults: boolean;
  #answers: readonly Answer[] = [];
  #screen: readonly Shown[] = [];

  private constructor(visit: Visit, opening: Opening) {
    this.#visit = visit;
    this.#judge = new Judge(visit.form);
    this.#isEarly = opening.isEarly;
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
    if (this.#isEarly) {
      const hasForm = async () => (await visit.screen()).some(({ part }) => part === 'submit');
      if (!(await within(2_000, hasForm))) this.#arrive();
      await visit.settle();
    }
    const end = this.#isEarly || (await this.#recover());
    if (end) await this.#look(undefined);
    return end;
  }

  #arrive(): void {
    this.#isEarly = false;
    this.#visit.stage.relay.release();
  }

  /** Waits until the form is open; faults have ended. `false`: the schema is unusable, or a finding. */
  async #recover(): Promise<boolean> {
    const visit = this.#visit;
    let isUnusable = false;
    const isOpen = async () => {
      const state = await visit.state();
      if (OPEN.includes(state)) return true;
      const { events } = await visit.watched();
      isUnusable = events.some(({ detail }) => detail.includes('schema-unusable'));
      if (isUnusable) return true;
      const retry = (await visit.screen()).find(({ part }) => part === 'retry');
      if (retry !== undefined) await visit.click(retry.id).catch(() => {});
      return false;
    };
    const found = await within(OPENS_WITHIN_MS, isOpen);
    if (found) return !isUnusable;
    visit.trace.report({
      property: 'g',
      kind: `the form does not open: ${await visit.state()}`,
      expected: 'ready',
      seen: visit.tab.complaints.join('; '),
    });
    return false;
  }

  /** Does the steps that an action means now; `false`: the form is gone. */
  async act(action: Action): Promise<boolean> {
    const tried = new Set<string>();
    for (;;) {
      const menus = branchMenus(this.#visit, this.#screen);
      const offer = { answers: this.#answers, screen: this.#screen, menus, tried };
      const step = this.#steps.length < MOST_STEPS ? stepFor(action, offer) : undefined;
      if (step === undefined) return true;
      if (!(await this.do(step))) return false;
      if (action.act !== 'complete' || !('field' in step)) return true;
      tried.add([step.field, ...step.entry].join(' '));
    }
  }

  /** Does a step and checks what follows; `false`: the form is gone. */
  async do(step: Step): Promise<boolean> {
    const visit = this.#visit;
    this.#steps.push(step);
    visit.trace.words.push(inWords(step));
    if (step.do === 'submit') return this.#submit(step);
    if (step.do === 'fault') this.#hasFaults = true;
    if (step.do === 'branch') {
      const menu = branchMenus(visit, this.#screen)[step.nth];
      for (const title of menu?.groups ?? []) this.#touched.add(title);
    }
    await perform(visit, step);
    if ('field' in step) this.#given.add([step.field, ...step.entry].join(' '));
    if (step.do === 'page') {
      if (step.what === 'gets its scripts') this.#arrive();
      if (step.what === 'goes offline') this.#hasFaults = true;
      if (step.what === 'reloads' || step.what.startsWith('removes')) {
        await visit.page.context().setOffline(false);
        this.#arrive();
      }
      if (step.what === 'is autofilled') await this.#allowAutofill();
      if (step.what === 'is reset') this.#given.clear();
      if (GONE.includes(await visit.state())) return false;
      if (!this.#isEarly && !(await this.#recover())) return false;
    }
    await this.#look(step);
    return true;
  }

  /** What a browser fills in is the candidate's, where it is about the candidate. */
  async #allowAutofill(): Promise<void> {
    for (const { field, entry } of answersOn(await this.#visit.screen(), this.#visit.form))
      if (!field.isAboutOthers) this.#given.add(keyOf(field, entry));
  }

  /** Reads the screen, and checks what must hold of it after a step. */
  async #look(step: Step | undefined): Promise<void> {
    const before = this.#answers;
    const isRight = async () => {
      this.#screen = await this.#visit.screen();
      this.#answers = answersOn(this.#screen, this.#visit.form);
      const isKept = this.#gone(step, before) === undefined;
      return isKept && (this.#isEarly || this.#judge.wrongQuestions(this.#answers).length === 0);
    };
    if (!(await within(SETTLES_WITHIN_MS, isRight)) && step?.do === 'type') {
      // Text that is still being typed decides once the candidate leaves the field.
      await this.#visit.page.keyboard.press('Tab');
      await within(SETTLES_WITHIN_MS, isRight);
    }
    this.#checkQuestions();
    this.#checkGiven(step, before);
    const gone = this.#gone(step, before);
    if (gone !== undefined) this.#visit.trace.report(gone);
    await this.#checkPage();
  }

  #described(): string {
    return this.#answers
      .map(({ field, entry, text }) => `${keyOf(field, entry)}: ${text || '–'}`)
      .join(', ');
  }

  #checkQuestions(): void {
    const { trace } = this.#visit;
    const wrong = this.#isEarly ? [] : this.#judge.wrongQuestions(this.#answers);
    for (const { what, field } of wrong)
      trace.report({
        property: 'a',
        kind: `${what}: ${field.ingredient}`,
        expected: `“${field.title}” to be asked exactly where its condition holds`,
        seen: this.#described(),
      });
    for (const { field, controls } of this.#answers) {
      const [control] = controls;
      if (field.isAboutOthers && control?.role === 'textbox' && control.autocomplete !== 'off')
        trace.report({
          property: 'a',
          kind: 'a browser fills in the candidate’s own data for somebody else',
          expected: `autocomplete="off" for “${field.title}” at /${field.path.join('/')}`,
          seen: control.autocomplete,
        });
      const lost = field.headings?.find((title) => !controls[0]?.groups.includes(title));
      if (lost !== undefined)
        trace.report({
          property: 'a',
          kind: `heading lost: ${field.ingredient}`,
          expected: `“${field.title}” below “${lost}”`,
          seen: controls[0]?.groups.join(' > ') ?? '',
        });
    }
  }

  /** Nobody but the candidate and the schema's defaults answers. */
  #checkGiven(step: Step | undefined, before: readonly Answer[]): void {
    const wasShown = new Set(before.map(({ field, text }) => `${field.title}=${text}`));
    for (const { field, entry, value, text } of this.#answers) {
      const key = keyOf(field, entry);
      if (value === undefined || field.isPrefilled || this.#given.has(key)) continue;
      this.#given.add(key);
      // Entries move when one of them is removed or comes back.
      const isMoved = wasShown.has(`${field.title}=${text}`) || this.#given.has(`=${text}`);
      if (isMoved && entry.length > 0) continue;
      this.#visit.trace.report({
        property: 'a',
        kind: `answered by itself: ${field.ingredient}${field.isAboutOthers ? ' about others' : ''}`,
        expected: `no answer to “${field.title}” before the candidate gives one`,
        seen: text,
      });
    }
    for (const { text } of this.#answers) this.#given.add(`=${text}`);
    if (step?.do === 'choose') this.#checkChoice(step, before);
  }

  /** Choosing adds or takes away that option; the others stay where several can be chosen, or go. */
  #checkChoice(step: Step & { do: 'choose' }, before: readonly Answer[]): void {
    const othersIn = (answers: readonly Answer[]) => {
      const own = answers.find(
        ({ field, entry }) => keyOf(field, entry) === [step.field, ...step.entry].join(' '),
      );
      const labels = own?.field.options?.map(([label]) => label) ?? [];
      const texts = own?.field.kind === 'several' ? own.text.split(', ') : [own?.text ?? ''];
      const others = texts.filter((text) => text !== step.option && labels.includes(text));
      return { own, others: others.toSorted().join(', ') };
    };
    const { own, others } = othersIn(this.#answers);
    const expected = own?.field.kind === 'several' ? othersIn(before).others : '';
    if (own === undefined || others === expected) return;
    this.#visit.trace.report({
      property: 'a',
      kind: `another option chosen: ${own.field.ingredient}`,
      expected: `“${step.option}” or nothing${expected && `, beside ${expected}`}`,
      seen: own.text,
    });
  }

  /** An answer that a step took from the candidate. */
  #gone(step: Step | undefined, before: readonly Answer[]) {
    const isChange = step?.do === 'press' || step?.do === 'branch';
    const isReset = step?.do === 'page' && step.what === 'is reset';
    if (step === undefined || isChange || isReset || this.#isEarly) return undefined;
    const now = new Map(this.#answers.map((each) => [keyOf(each.field, each.entry), each]));
    for (const { field, entry, text, value } of before) {
      const isOwn = 'field' in step && step.field === field.title;
      const answer = now.get(keyOf(field, entry));
      const isSame = JSON.stringify(answer?.value) === JSON.stringify(value);
      if (isOwn || text === '' || answer?.text === text || (value !== undefined && isSame))
        continue;
      if (answer?.text === '' && step.do === 'page' && step.what === 'is autofilled') continue;
      // A condition may have withdrawn it; a large file is not kept over a reload.
      if (answer === undefined && (field.when === undefined || field.when.length > 0)) continue;
      if (step.do === 'page' && text.includes('-100k')) continue;
      return {
        property: 'c',
        kind: `${answer === undefined ? 'question' : 'answer'} gone: ${field.ingredient}${goneWith(step)}`,
        expected: `“${text}” in “${field.title}” to stay`,
        seen: answer === undefined ? 'no such question' : `“${answer.text}”`,
      };
    }
    return undefined;
  }

  async #checkPage(): Promise<void> {
    const { tab, trace } = this.#visit;
    const complaints = tab.complaints.splice(0);
    const { events } = await this.#visit.watched();
    const isLogged = this.#hasFaults || events.some(({ name }) => name === 'problem');
    for (const complaint of complaints)
      if (!isLogged || complaint.startsWith('exception'))
        trace.report({
          property: 'f',
          kind: complaint.replaceAll(/[\d"“\n].*/gs, '').slice(0, 60),
          expected: 'silence',
          seen: complaint.slice(0, 800),
        });
    const leak = events.find(({ detail }) => /quux|zyx|Trade \d|cv\d/i.test(detail));
    if (leak !== undefined)
      trace.report({
        property: 'e',
        kind: `a value in ${leak.name}`,
        expected: 'no value in an event',
        seen: leak.detail,
      });
  }

  async #submit(step: Step & { do: 'submit' }): Promise<boolean> {
    const submission = new Submission(this.#visit, this.#judge, {
      answers: this.#answers,
      touched: this.#touched,
      isEarly: this.#isEarly,
    });
    if (!(await submission.press(step))) return true;
    if (this.#isEarly) this.#arrive();
    if (this.#hasFaults) await submission.endFaults();
    this.#hasFaults = false;
    const end = await submission.end();
    if (end !== 'open') return false;
    await this.#look(step);
    return true;
  }
}

const goneWith = (step: Step): string => (step.do === 'page' ? `, the page ${step.what}` : '');

function openingInWords({ isPrerendered, isEarly, fault, locale, others }: Opening): string {
  return [
    `opens the ${isPrerendered ? 'prerendered form' : 'form'} in ${locale}`,
    ...(others ? [`in a page with ${others} other forms`] : []),
    ...(isEarly ? ['before its scripts have arrived'] : []),
    ...(fault ? [`the first response of ${fault.on} is: ${fault.fault}`] : []),
  ].join(', ');
}
