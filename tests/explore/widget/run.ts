import type { Fault, Trace } from '../shared/explorer.ts';
import { within } from '../shared/turns.ts';
import { type Action, inWords, stepFor } from './actions.ts';
import { type Answer, answersOn, keyOf } from './answers.ts';
import type { Form, Opening, Script, Step } from './form.ts';
import { Judge } from './judge.ts';
import { branchMenus, perform } from './perform.ts';
import type { Shown } from './screen.ts';
import type { Stage } from './stage.ts';
import { checkErrors } from './shown-errors.ts';
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

const OPENS_WITHIN_MS = 10_000;
const SETTLES_WITHIN_MS = 250;
const VISIBLE_WITHIN_MS = 2_000;
const ARRIVES_WITHIN_MS = 10_000;
/** More questions than any form shows. */
const MOST_STEPS = 60;

/** Runs actions, and writes the steps that they mean into the trace. */
export async function runActions(
  stage: Stage,
  tab: Tab,
  { form, opening, actions }: { form: Form; opening: Opening; actions: readonly Action[] },
  trace: Trace,
): Promise<void> {
  const run = await Run.begin(stage, tab, form, opening, trace);
  if (run === undefined) return;
  for (const action of actions)
    for (let step = await run.next(action); step !== undefined; step = await run.next(action)) {
      if (!(await run.do(step))) return;
      if (action.act !== 'complete') break;
    }
}

export async function runScript(
  stage: Stage,
  tab: Tab,
  { form, opening, steps }: Script,
  trace: Trace,
): Promise<void> {
  const run = await Run.begin(stage, tab, form, opening, trace);
  for (const step of steps) if (run === undefined || !(await run.do(step))) return;
}

class Run {
  readonly #visit: Visit;
  readonly #judge: Judge;
  readonly #trace: Trace;
  readonly #steps: Step[] = [];
  /** Questions that the candidate has answered. */
  readonly #given = new Set<string>();
  #answers: readonly Answer[] = [];
  #screen: readonly Shown[] = [];

  private constructor(visit: Visit, opening: Opening, trace: Trace) {
    this.#visit = visit;
    this.#judge = new Judge(visit.form);
    this.#trace = trace;
    trace.script = { form: visit.form, opening, steps: this.#steps } satisfies Script;
    trace.words.push('opens the form');
  }

  /** `undefined`: the proxy refuses the schema. */
  static async begin(
    stage: Stage,
    tab: Tab,
    form: Form,
    opening: Opening,
    trace: Trace,
  ): Promise<Run | undefined> {
    const visit = await Visit.begin(stage, tab, form, opening);
    const run = new Run(visit, opening, trace);
    const state = await visit.reaches(['ready', 'problem'], OPENS_WITHIN_MS);
    if (state === 'problem') {
      const { events } = await visit.watched();
      if (events.some(({ detail }) => detail.includes('schema-unusable'))) return undefined;
    }
    if (state !== 'ready') {
      const seen = `state ${await visit.state()}; ${tab.complaints.join('; ')}`;
      run.#fail({ property: 'g', kind: 'the form does not open', expected: 'ready', seen });
      return undefined;
    }
    await run.#look(undefined);
    return run;
  }

  #fail(fault: Fault): void {
    this.#trace.report(fault);
  }

  /** The step that an action means now. */
  async next(action: Action): Promise<Step | undefined> {
    if (this.#steps.length >= MOST_STEPS) return undefined;
    const menus = branchMenus(this.#visit, this.#screen);
    return stepFor(action, { answers: this.#answers, screen: this.#screen, menus });
  }

  /** Does a step and checks what follows; `false`: the form is gone. */
  async do(step: Step): Promise<boolean> {
    this.#steps.push(step);
    this.#trace.words.push(inWords(step));
    if (step.do === 'submit') return this.#submit(step);
    await perform(this.#visit, step);
    if ('field' in step) this.#given.add([step.field, ...step.entry].join(' '));
    await this.#look(step);
    return true;
  }

  /** Reads the screen, and checks what must hold of it after a step. */
  async #look(step: Step | undefined): Promise<void> {
    const before = this.#answers;
    const wrong = async () => {
      this.#screen = await this.#visit.screen();
      return this.#judge.wrongQuestion(this.#screen) === undefined;
    };
    if (!(await within(SETTLES_WITHIN_MS, wrong))) {
      // Text that is still being typed decides once the candidate leaves the field.
      await this.#visit.page.keyboard.press('Tab');
      await within(SETTLES_WITHIN_MS, wrong);
    }
    this.#answers = answersOn(this.#screen, this.#visit.form);
    const question = this.#judge.wrongQuestion(this.#screen);
    if (question !== undefined)
      this.#fail({
        property: 'a',
        kind: `${question.what}: ${question.field.ingredient}`,
        expected: `“${question.field.title}” to be asked exactly where its condition holds`,
        seen: this.#described(),
      });
    this.#checkGiven();
    this.#checkKept(step, before);
    this.#checkComplaints();
  }

  #described(): string {
    return this.#answers
      .map(({ field, entry, text }) => `${keyOf(field, entry)}: ${text || '–'}`)
      .join(', ');
  }

  /** Nobody but the candidate and the schema's defaults answers. */
  #checkGiven(): void {
    const unasked = this.#answers.find(
      ({ field, entry, value }) =>
        value !== undefined && !field.isPrefilled && !this.#given.has(keyOf(field, entry)),
    );
    if (unasked === undefined) return;
    this.#given.add(keyOf(unasked.field, unasked.entry));
    this.#fail({
      property: 'a',
      kind: `answered by itself: ${unasked.field.ingredient}`,
      expected: `no answer to “${unasked.field.title}” before the candidate gives one`,
      seen: unasked.text,
    });
  }

  #checkKept(step: Step | undefined, before: readonly Answer[]): void {
    const isRebuilt = step === undefined || step.do === 'press' || step.do === 'branch';
    if (isRebuilt) return;
    const now = new Map(this.#answers.map((each) => [keyOf(each.field, each.entry), each]));
    for (const { field, entry, text } of before) {
      const isOwn = 'field' in step && step.field === field.title;
      const answer = now.get(keyOf(field, entry));
      if (isOwn || text === '' || answer?.text === text) continue;
      if (answer === undefined && (field.when === undefined || field.when.length > 0)) continue;
      this.#fail({
        property: 'c',
        kind: `${answer === undefined ? 'question' : 'answer'} gone: ${field.ingredient}`,
        expected: `“${text}” in “${field.title}” to stay`,
        seen: answer?.text ?? 'no such question',
      });
    }
  }

  #checkComplaints(): void {
    const { complaints } = this.#visit.tab;
    if (complaints.length === 0) return;
    const [first = ''] = complaints.splice(0);
    const kind = first.replaceAll(/[\d"“].*/g, '').slice(0, 60);
    this.#fail({ property: 'f', kind, expected: 'silence', seen: first.slice(0, 800) });
  }

  async #submit(step: Step): Promise<boolean> {
    const visit = this.#visit;
    const asked = this.#judge.asked(this.#answers);
    const { events: before } = await visit.watched();
    if (!(await perform(visit, step))) return true;
    const outcome = await within(VISIBLE_WITHIN_MS, async () => {
      const { events } = await visit.watched();
      const later = events.slice(before.length).map(({ name }) => name);
      return ['submitting', 'invalid', 'problem'].find((name) => later.includes(name));
    });
    if (outcome === undefined) {
      this.#fail({
        property: 'b',
        kind: 'nothing happens after a press',
        expected: 'sending, or errors',
        seen: `state ${await visit.state()}; ${this.#described()}`,
      });
      return false;
    }
    if (outcome === 'submitting') return this.#arrived(asked, before.length);
    await this.#refused(asked);
    return true;
  }

  /** The form sends: what arrives is what was shown. */
  async #arrived(asked: readonly Answer[], eventsBefore: number): Promise<boolean> {
    const visit = this.#visit;
    const end = await within(ARRIVES_WITHIN_MS, async () => {
      const data = await visit.stage.received(visit.person);
      if (data !== undefined) return { data };
      const { events } = await visit.watched();
      const later = events.slice(eventsBefore).map(({ name }) => name);
      return later.some((name) => name === 'invalid' || name === 'problem') && {};
    });
    if (end === undefined) {
      this.#fail({
        property: 'b',
        kind: 'the submission does not arrive',
        expected: 'the data at the service',
        seen: `state ${await visit.state()}`,
      });
      return false;
    }
    if (!('data' in end)) {
      await this.#refused(asked);
      return true;
    }
    const { data } = end;
    const difference = this.#judge.difference(asked, data);
    if (difference !== undefined) {
      const { what, pointer, value, field, shown } = difference;
      this.#fail({
        property: 'a',
        kind: `${what}: ${field?.ingredient ?? 'no question'}${value === null ? ' as null' : ''}`,
        expected: shown === undefined ? this.#described() : JSON.stringify(shown),
        seen: `${pointer}: ${JSON.stringify(value)} in ${JSON.stringify(data)}`,
      });
    }
    if (!this.#judge.isValid(data))
      this.#fail({
        property: 'd',
        kind: 'invalid data was sent',
        expected: 'an error',
        seen: JSON.stringify(data),
      });
    return false;
  }

  /** The form shows errors: there is one, and each leads to its question. */
  async #refused(asked: readonly Answer[]): Promise<void> {
    await this.#look({ do: 'leave' });
    const errors = await checkErrors(this.#visit);
    if (errors.fault !== undefined) this.#fail(errors.fault);
    if (this.#judge.mustAccept(asked) !== true) return;
    const invalid = this.#answers.find(({ controls }) => controls.some((each) => each.isInvalid));
    this.#fail({
      property: 'd',
      kind: `valid answers refused: ${invalid?.field.ingredient ?? 'no question'}`,
      expected: `to send ${this.#described()}`,
      seen: errors.texts.join('; '),
    });
  }
}
