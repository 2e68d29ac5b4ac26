import type { ProblemName } from 'precandidate-contract';
import type { ElementState } from '../../submission/element-state.ts';
import {
  candidateProblem,
  type CandidateProblem,
  type Unreachable,
} from '../../i18n/problem-messages.ts';
import type { Messages, Sentence } from '../../i18n/messages.ts';
import type { IconName } from '../icons.ts';

/** What is drawn in a state: a sentence with the next step, an icon, and a tone. */
export interface View extends Sentence {
  icon: IconName;
  /** `good` it is done · `busy` it goes on by itself · `trouble` something is wrong. */
  tone: 'good' | 'busy' | 'trouble';
}

/** The one above a form; `startOver` is what its button says. */
export type RestoredView = View & { startOver: string };

type ViewKey = Exclude<ElementState, 'loading' | 'ready' | 'problem'>;

const VIEWS: Record<ViewKey, Pick<View, 'icon' | 'tone'> & { words: keyof Messages['states'] }> = {
  checking: { icon: 'busy', tone: 'busy', words: 'checking' },
  sending: { icon: 'busy', tone: 'busy', words: 'sending' },
  sent: { icon: 'clock', tone: 'busy', words: 'sent' },
  submitted: { icon: 'check', tone: 'good', words: 'submitted' },
  elsewhere: { icon: 'inbox', tone: 'good', words: 'elsewhere' },
  'handed-off': { icon: 'open', tone: 'busy', words: 'handedOff' },
  refused: { icon: 'alert', tone: 'trouble', words: 'refused' },
  offline: { icon: 'offline', tone: 'trouble', words: 'offline' },
};

const PROBLEM_ICONS: Partial<Record<CandidateProblem, IconName>> = {
  'form-not-found': 'missing',
  'session-expired': 'clock',
  'session-invalid': 'lock',
  'session-missing': 'lock',
  'origin-not-allowed': 'lock',
};

/** What to draw; `undefined` while there is nothing to say beside the form or its skeleton. */
export function viewOf(
  state: ElementState,
  problem: ProblemName | undefined,
  messages: Messages,
  unreachable: Unreachable,
): View | undefined {
  if (state === 'loading' || state === 'ready') return undefined;
  if (state === 'problem') return problemView(problem ?? 'internal', messages, unreachable);
  const { words, ...look } = VIEWS[state];
  return { ...messages.states[words], ...look };
}

/** What to draw above a form beside which a call will come; `isEmpty`: it asks for nothing. */
export function callView({ title, text, ready }: Messages['call'], isEmpty: boolean): View {
  return { title, text: isEmpty ? ready : text, icon: 'phone', tone: 'busy' };
}

/** What to draw above a form that holds what had been typed before. */
export function restoredView(words: Messages['restored']): RestoredView {
  return { ...words, icon: 'draft', tone: 'good' };
}

/** What to draw below fields whose answers brought questions, so that a submit was not made. */
export function moreView({ more }: Messages): View {
  return { ...more, icon: 'alert', tone: 'busy' };
}

/** What to draw when the proxy cannot be reached, and with it not even the words. */
export function unreachableView({ title, text }: Unreachable): View {
  return { title, text, icon: 'offline', tone: 'trouble' };
}

function problemView(problem: ProblemName, messages: Messages, unreachable: Unreachable): View {
  if (problem === 'proxy-unreachable') return unreachableView(unreachable);
  const name = candidateProblem(problem);
  return { ...messages.problems[name], icon: PROBLEM_ICONS[name] ?? 'alert', tone: 'trouble' };
}
