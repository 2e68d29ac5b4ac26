import { html, nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ProblemName } from 'precandidate-contract';
import { retryText } from '../i18n/locale.ts';
import type { Messages } from '../i18n/messages.ts';
import { candidateProblem, type Sentence, type Unreachable } from '../i18n/problem-messages.ts';
import type { ElementState } from '../submission/submission-progress.ts';
import type { SubmissionController } from '../submission/submission-controller.ts';
import type { AnnouncementKind } from './announcer.ts';
import type { FormMount, StoppedSubmit } from './form-mount.ts';
import type { MessageLoader } from './message-loader.ts';

/** Drawings on a 24 × 24 grid, 2 units wide lines. */
const DRAWINGS = {
  busy: 'M12 3a9 9 0 1 0 9 9',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  inbox: 'M4 13v6h16v-6M4 13l3-8h10l3 8M4 13h5l1.5 2.5h3L15 13h5',
  open: 'M14 4h6v6M20 4l-9 9M18 14v5H5V6h5',
  alert: 'M12 8v5M12 16.5v.5M12 3L2.5 20h19L12 3',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.3M19 12.5a10 10 0 0 0-5-2.5M9 16.3a5 5 0 0 1 6 0M12 20v.1',
  draft: 'M4 20l1-4.5L16 4.5l3.5 3.5-11 11L4 20M13.5 7l3.5 3.5',
  phone:
    'M6.5 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A14 14 0 0 1 4.5 5.5a2 2 0 0 1 2-2',
} as const;
type IconName = keyof typeof DRAWINGS;

/** What decides what the candidate sees around the form or in its place. */
export interface StatusModel {
  submission: SubmissionController;
  form: FormMount;
  messageLoader: MessageLoader;
  isFormVisible: boolean;
  /** The form or its messages could not be loaded, or take too long. */
  isUnreachable: boolean;
  onRetry: () => void;
  onStartOver: () => void;
}

export interface StatusView extends Sentence {
  icon: IconName;
  /** `good` done · `busy` in progress · `problem` something is wrong. */
  tone: 'good' | 'busy' | 'problem';
  kind: AnnouncementKind;
}

type ViewState = Exclude<ElementState, 'loading' | 'ready' | 'problem'>;

const VIEWS: Record<
  ViewState,
  Omit<StatusView, keyof Sentence> & { key: keyof Messages['states'] }
> = {
  checking: { icon: 'busy', tone: 'busy', kind: 'progress', key: 'checking' },
  sending: { icon: 'busy', tone: 'busy', kind: 'progress', key: 'sending' },
  sent: { icon: 'clock', tone: 'busy', kind: 'result', key: 'sent' },
  submitted: { icon: 'check', tone: 'good', kind: 'result', key: 'submitted' },
  elsewhere: { icon: 'inbox', tone: 'good', kind: 'result', key: 'elsewhere' },
  'handed-off': { icon: 'open', tone: 'busy', kind: 'result', key: 'handedOff' },
  refused: { icon: 'alert', tone: 'problem', kind: 'result', key: 'refused' },
  unconfirmed: { icon: 'alert', tone: 'problem', kind: 'result', key: 'unconfirmed' },
  offline: { icon: 'offline', tone: 'problem', kind: 'error', key: 'offline' },
};

const MAY_SUBMIT: readonly ElementState[] = ['loading', 'ready', 'refused', 'unconfirmed'];

/** Problems after which the service's own form may still work. */
const FORM_PROBLEMS: readonly ProblemName[] = [
  'form-broken',
  'schema-unusable',
  'proxy-unreachable',
];

/**
 * The view of the state; `undefined` when there is nothing to say beside the form or the skeleton.
 *
 * | state | candidate sees | candidate hears ({@link AnnouncementKind}) |
 * | --- | --- | --- |
 * | `loading` | skeleton, or the prerendered form | – |
 * | `ready` | form; a notice if a submit was stopped | that notice |
 * | `checking`, `sending` | form with a notice | it, after a second |
 * | `sending` with stored data, `sent`, `submitted`, `elsewhere`, `handed-off` | card | it, once |
 * | `refused`, `unconfirmed` | form with a notice | it, once |
 * | `offline`, `problem`, or too slow | form with a notice; a card without a form | it, once per failure |
 */
export function statusView(model: StatusModel): StatusView | undefined {
  const { submission, form, messageLoader, isUnreachable } = model;
  const { shownState: state, progress } = submission;
  const { messages, unreachable } = messageLoader;
  if (isUnreachable) return unreachableView(unreachable);
  if (messages === undefined) return undefined;
  if (form.stopped && MAY_SUBMIT.includes(state)) return stoppedView(form.stopped, messages);
  if (state === 'loading' || state === 'ready') return undefined;
  if (state === 'problem') return problemView(model, messages);
  if (state === 'sending' && progress.isStored)
    return { ...messages.states.stored, icon: 'clock', tone: 'good', kind: 'result' };
  const { key, ...look } = VIEWS[state];
  const sentence = messages.states[variantOf(key, submission)];
  // The rejected values were sent by another page, or before a reload without a draft.
  const isFormEmptied =
    (state === 'refused' || state === 'unconfirmed') &&
    progress.isForeign &&
    form.restored === 'none';
  return { ...sentence, ...(isFormEmptied && { text: messages.fillInAgain }), ...look };
}

/** The message of a state whose next step differs. */
function variantOf(
  key: keyof Messages['states'],
  { expectsCall, hasUnsentValues }: SubmissionController,
): keyof Messages['states'] {
  if (key === 'offline' && !hasUnsentValues) return 'offlineUnsent';
  return key === 'submitted' && expectsCall ? 'submittedBeforeCall' : key;
}

/** What is announced above the form once: a restored draft, and that values of an earlier form did not arrive. */
export function viewsAbove({ submission, form, messageLoader }: StatusModel): StatusView[] {
  const { messages } = messageLoader;
  if (messages === undefined) return [];
  const views: StatusView[] = [];
  if (submission.hasLostValues)
    views.push({ ...messages.lost, icon: 'alert', tone: 'problem', kind: 'result' });
  if (form.restored !== 'none') {
    const { partly, ...whole } = messages.restored;
    const sentence = form.restored === 'partly' ? partly : whole;
    views.push({ ...sentence, icon: 'draft', tone: 'good', kind: 'result' });
  }
  return views;
}

export function renderAbove(model: StatusModel): TemplateResult {
  const { submission, form, onStartOver } = model;
  const { messages } = model.messageLoader;
  const call = submission.expectsCall ? messages?.call : undefined;
  const callText = (form.isEmpty ? call?.ready : call?.text) ?? '';
  const startOver = html`<button
    type="button"
    class="button secondary"
    part="start-over"
    @click=${onStartOver}
  >
    ${messages?.restored.startOver}
  </button>`;
  return html`<div class="above">
    ${call ? renderMessage({ ...call, text: callText, icon: 'phone', tone: 'busy' }) : nothing}
    ${viewsAbove(model).map((view) =>
      renderMessage(view, view.icon === 'draft' ? startOver : nothing),
    )}
  </div>`;
}

/**
 * A state in place of the form. Its heading can take the form's focus. Another title is another heading,
 * which takes the focus anew: few screen readers read a focused heading that changes, and Orca reads one
 * twice that changes before it was read.
 */
export function renderReplacement(view: StatusView, model: StatusModel): TemplateResult {
  const heading = html`<h2 class="title" tabindex="-1">${view.title}</h2>`;
  return html`<div class="card ${view.tone}" part="card">
    <span class="badge">${icon(view.icon)}</span>
    ${keyed(view.title, heading)}
    <p class="text">${view.text}</p>
    ${renderNextStep(model)}
  </div>`;
}

/** A state below the form, which stays. */
export function renderBelow(view: StatusView, model: StatusModel): TemplateResult {
  return renderMessage(view, renderNextStep(model));
}

/** One more sentence: when the next retry starts, or that a call follows the confirmation. */
export function furtherText({ submission, messageLoader }: StatusModel): string | undefined {
  const { state, expectsCall } = submission;
  const { retryAt } = submission.error;
  const { messages, unreachable } = messageLoader;
  if (retryAt !== undefined && !submission.isDataSafe) {
    const seconds = Math.max(Math.ceil((retryAt - Date.now()) / 1_000), 1);
    return retryText(messageLoader.locale, unreachable.retryIn, seconds);
  }
  if (state !== 'sent' || !expectsCall || messages === undefined) return undefined;
  return `${messages.call.title}. ${messages.call.ready}`;
}

function renderMessage(view: Omit<StatusView, 'kind'>, below: unknown = nothing): TemplateResult {
  return html`<div class="notice ${view.tone}" part="notice">
    ${icon(view.icon)}
    <div>
      <p class="title">${view.title}</p>
      <p class="text">${view.text}</p>
      ${below}
    </div>
  </div>`;
}

function renderNextStep(model: StatusModel): unknown {
  const { isDataSafe, error } = model.submission;
  const { canRetry, isRetrying } = error;
  const further = furtherText(model);
  const isRetryShown = (!isDataSafe && (canRetry || isRetrying)) || model.isUnreachable;
  return html`
    ${further === undefined ? nothing : html`<p class="text">${further}</p>`}
    ${
      isRetryShown
        ? html`<button
          type="button"
          class="button secondary"
          part="retry"
          aria-disabled=${isRetrying ? 'true' : nothing}
          @click=${model.onRetry}
        >
          ${model.messageLoader.unreachable.retry}
        </button>`
        : nothing
    }
    ${renderHostedFormLink(model)}
  `;
}

/** The service's own form, where the candidate continues or when ours cannot be shown. */
function renderHostedFormLink({ submission, messageLoader, isFormVisible }: StatusModel) {
  const { state, hostedFormUrl } = submission;
  const { problem } = submission.error;
  const { messages } = messageLoader;
  const isStep = state === 'handed-off';
  const isWayOut =
    state === 'problem' && !isFormVisible && problem && FORM_PROBLEMS.includes(problem);
  if (hostedFormUrl === null || messages === undefined || !(isStep || isWayOut)) return nothing;
  return html`<a
    class="button ${isStep ? 'primary' : 'secondary'}"
    part="open"
    href=${hostedFormUrl}
    target="_blank"
    rel="noopener noreferrer"
    >${messages.openForm} <span class="unseen">${messages.newTab}</span></a
  >`;
}

function stoppedView(stopped: StoppedSubmit, { more, changed }: Messages): StatusView {
  const look = { icon: 'alert', tone: 'busy', kind: 'result' } as const;
  if (stopped === 'new fields') return { ...more, ...look };
  const lists = [
    [changed.added, stopped.added()],
    [changed.removed, stopped.removed()],
  ] as const;
  const texts = lists
    .filter(([, labels]) => labels.length > 0)
    .map(([message, labels]) => message.replace('{text}', () => labels.join(', ')));
  return { title: changed.title, text: [...texts, changed.text].join(' '), ...look };
}

function unreachableView({ title, text }: Unreachable): StatusView {
  return { title, text, icon: 'offline', tone: 'problem', kind: 'error' };
}

function problemView(
  { submission, form, messageLoader, isFormVisible }: StatusModel,
  { problems }: Messages,
): StatusView {
  const { problem = 'internal', isSetup, isFinal } = submission.error;
  // While it is retried, nobody needs to be told yet.
  const setupProblem = isFinal ? 'origin-not-allowed' : 'service-unavailable';
  const name = isSetup ? setupProblem : candidateProblem(problem);
  if (problem === 'proxy-unreachable' && !isSetup)
    return unreachableView(messageLoader.unreachable);
  const { title } = problems[name];
  const keepsNoAnswers = name === 'session-expired' && !(isFormVisible && form.keepsDraft);
  const { text } = problems[keepsNoAnswers ? 'session-missing' : name];
  return { title, text, icon: 'alert', tone: 'problem', kind: 'error' };
}

/** A drawing that says the same as the sentence beside it, so it is not read out. */
function icon(name: IconName): TemplateResult {
  return svg`<svg class="icon ${name}" part="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWINGS[name]} /></svg>`;
}
