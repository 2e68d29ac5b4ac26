import type { ProblemName } from 'precandidate-contract';
import type { ElementState } from '../../controller/element-state.ts';
import { candidateProblem, type CandidateProblem } from '../../messages/candidate-problem.ts';
import type { Language } from '../../messages/language.ts';
import type { Messages, Sentence } from '../../messages/messages.ts';
import { UNREACHABLE } from '../../messages/unreachable.ts';
import type { IconName } from '../icons.ts';

/** What is drawn in a state: a sentence with the next step, an icon, and a tone. */
export interface View extends Sentence {
  icon: IconName;
  /** `good` it is done · `busy` it goes on by itself · `trouble` something is wrong. */
  tone: 'good' | 'busy' | 'trouble';
}

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
): View | undefined {
  if (state === 'loading' || state === 'ready') return undefined;
  if (state === 'problem') return problemView(problem ?? 'internal', messages);
  const { words, ...look } = VIEWS[state];
  return { ...messages.states[words], ...look };
}

/** What to draw when the proxy cannot be reached, and with it not even the words. */
export function unreachableView(language: Language): View {
  return { ...UNREACHABLE[language], icon: 'offline', tone: 'trouble' };
}

function problemView(problem: ProblemName, messages: Messages): View {
  if (problem === 'proxy-unreachable') return unreachableView(messages.language);
  const name = candidateProblem(problem);
  return { ...messages.problems[name], icon: PROBLEM_ICONS[name] ?? 'alert', tone: 'trouble' };
}
