import { within } from '../shared/turns.ts';
import { type Answer, describeAnswers, isInput } from './answers.ts';
import type { SchemaChange } from './changed-schemas.ts';
import { dataOf } from './data.ts';
import type { Json } from './json.ts';
import type { Judge } from './judge.ts';
import { perform } from './perform.ts';
import { checkErrors } from './shown-errors.ts';
import type { Visit } from './visit.ts';
import type { Step } from './steps.ts';

const VISIBLE_WITHIN_MS = 2_000;
const ARRIVES_WITHIN_MS = 8_000;
const OUTCOMES = ['submitting', 'step', 'invalid', 'problem'];
const ENDS = ['sent', 'submitted'];
const WAITING = 'checking sending sent submitted offline problem loading removed'.split(' ');

/** What the candidate had given when they pressed. */
interface Given {
  answers: readonly Answer[];
  /** The ids of all that was on the screen. */
  seen: ReadonlySet<string>;
  /** See {@link Judge.difference}. */
  touched: ReadonlySet<string>;
}

/** One press, and what follows from it. */
export class Submission {
  readonly #visit: Visit;
  readonly #judge: Judge;
  readonly #given: Given;
  /** What the screen showed at the press, without what is not asked. */
  readonly #asked: readonly Answer[];
  readonly #unseen: SchemaChange | undefined;
  #eventsBefore = 0;

  constructor(visit: Visit, judge: Judge, given: Given) {
    this.#visit = visit;
    this.#judge = judge;
    this.#given = given;
    this.#asked = judge.asked(given.answers);
    this.#unseen = visit.stage.relay.unseen;
  }

  /** `false`: there is nothing to press. */
  async press(step: Step): Promise<boolean> {
    const visit = this.#visit;
    this.#eventsBefore = (await visit.watched()).events.length;
    if (!(await perform(visit, step))) return false;
    const isVisible = async () => {
      if ((await this.#eventsSince()).some((name) => OUTCOMES.includes(name))) return true;
      return WAITING.includes(await visit.state()) || this.#hasMoreQuestions();
    };
    if (!(await within(VISIBLE_WITHIN_MS, isVisible)))
      this.#visit.report(
        'b',
        'nothing happens after a press',
        'sending, or errors',
        await this.#seen(),
      );
    return true;
  }

  /** How the service has changed the form, and refused it therefore. */
  get change(): SchemaChange | undefined {
    return this.#unseen !== undefined && this.#visit.stage.relay.unseen === undefined
      ? this.#unseen
      : undefined;
  }

  async endFaults(): Promise<void> {
    this.#visit.stage.relay.endFaults();
    await this.#visit.page.context().setOffline(false);
  }

  /** `true`: it was sent, or there is a finding; `false`: the form can be filled in again. */
  async isGone(): Promise<boolean> {
    const visit = this.#visit;
    const end = await within(ARRIVES_WITHIN_MS, async () => {
      const data = await visit.stage.received(visit.person);
      if (data !== undefined) return { data };
      if (visit.isReplaced) return visit.retry();
      const events = await this.#eventsSince();
      if (events.includes('invalid')) return 'refused';
      if (events.includes('step')) return 'more';
      return (await this.#hasMoreQuestions()) ? 'more' : visit.retry();
    });
    if (end === 'refused') await this.#checkRefusal();
    else if (end === undefined) {
      // What only the proxy or the service can refuse is refused later, maybe with nobody there any more.
      const state = visit.isReplaced ? 'replaced' : await visit.state();
      const isLater = ['removed', 'replaced', 'refused'].includes(state);
      if (isLater && this.change !== undefined) return true;
      if (isLater && !this.#judge.isValid(dataOf(this.#asked))) return true;
      // Nothing renews the session of an element that is not in the page any more.
      const isAway = state === 'removed' || state === 'replaced';
      if (isAway && visit.tab.isExpired && !visit.canRenew) return true;
      const kind = `the submission does not arrive: ${state}`;
      this.#visit.report('g', kind, 'the data at the service, or errors', await this.#seen());
    } else if (end !== 'more') {
      this.#checkData(end.data);
      if (!visit.isReplaced) await this.#checkOutcome();
    }
    return end !== 'more' && end !== 'refused';
  }

  /** Text that a press commits may open more questions: then nothing is sent. */
  async #hasMoreQuestions(): Promise<boolean> {
    if ((await this.#visit.state()) !== 'ready') return false;
    const inputs = (await this.#visit.screen()).filter(isInput);
    return inputs.some(({ domId }) => !this.#given.seen.has(domId));
  }

  async #eventsSince(): Promise<string[]> {
    const { events } = await this.#visit.watched();
    return events.slice(this.#eventsBefore).map(({ name }) => name);
  }

  /** After it was sent, the page hears of it once. */
  async #checkOutcome(): Promise<void> {
    const isHeard = async () =>
      (await this.#eventsSince()).some((name) => ENDS.includes(name)) ||
      (await this.#visit.state()) === 'removed';
    const wasHeard = await within(ARRIVES_WITHIN_MS, isHeard);
    const events = await this.#eventsSince();
    const count = (wanted: string) => events.filter((name) => name === wanted).length;
    const isOnce = count('submitted') <= 1 && count('sent') <= count('submitting');
    const kind = wasHeard ? 'an outcome is told twice' : 'no outcome is told';
    if (!wasHeard || !isOnce) this.#visit.report('e', kind, 'sent or submitted', events.join(', '));
  }

  async #seen(): Promise<string> {
    return `state ${await this.#visit.state()}, ${(await this.#eventsSince()).join(' ')}; ${describeAnswers(this.#asked)}`;
  }

  /** What arrived is what was shown. */
  #checkData(data: Json): void {
    const difference = this.#judge.difference(this.#asked, data, this.#given.touched);
    if (difference !== undefined) {
      const { what, path, value, field, shown } = difference;
      const where = field?.ingredient ?? 'no question';
      const kind = `${what}: ${where}${value === null ? ' as null' : ''}`;
      const expected = shown === undefined ? describeAnswers(this.#asked) : JSON.stringify(shown);
      const seen = `/${path.join('/')}: ${JSON.stringify(value)} in ${JSON.stringify(data)}`;
      this.#visit.report('a', kind, expected, seen.slice(0, 1000));
    }
    if (!this.#judge.isValid(data))
      this.#visit.report('d', 'invalid data was sent', 'an error', JSON.stringify(data));
  }

  /** Errors are shown, and there is one. */
  async #checkRefusal(): Promise<void> {
    const { fault, texts, invalid } = await checkErrors(this.#visit, this.change !== undefined);
    if (fault !== undefined) this.#visit.trace.report(fault);
    if (this.change !== undefined) return;
    if (this.#judge.mustAccept(this.#asked, this.#given.touched) !== true) return;
    const field = this.#asked.find(({ controls }) => controls.some(({ id }) => invalid.has(id)));
    const kind = `valid answers refused: ${field?.field.ingredient ?? 'no question'}`;
    this.#visit.report('d', kind, `to send ${describeAnswers(this.#asked)}`, texts.join('; '));
  }
}
