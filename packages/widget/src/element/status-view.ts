import { html, nothing, type TemplateResult } from 'lit';
import type { ProblemName } from 'precandidate-contract';
import type { Messages } from '../i18n/messages.ts';
import {
  candidateProblem,
  type CandidateProblem,
  type Sentence,
  type Unreachable,
} from '../i18n/problem-messages.ts';
import type { ElementState } from '../submission/element-state.ts';
import type { AnnouncementKind } from './announcer.ts';
import { icon, type IconName } from './icons.ts';

/** Everything that decides what the candidate sees around the form or in its place. */
export interface StatusModel {
  state: ElementState;
  problem: ProblemName | undefined;
  canRetry: boolean;
  isRetrying: boolean;
  /** When the next automatic retry starts, in epoch ms. */
  retryAt: number | undefined;
  expectsCall: boolean;
  /** Whether the proxy will deliver the data by itself. */
  isStored: boolean;
  hostedFormUrl: string | null;
  isFormVisible: boolean;
  /** Whether the form has no fields. */
  isFormEmpty: boolean;
  isRestored: boolean;
  hasNewQuestions: boolean;
  /** The form or its messages could not be loaded, or take too long. */
  isUnreachable: boolean;
  /** `undefined` until they are loaded. */
  messages: Messages | undefined;
  unreachable: Unreachable;
}

export interface StatusActions {
  onRetry: () => void;
  onStartOver: () => void;
}

/** A message with its icon and tone. */
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

const PROBLEM_ICONS: Partial<Record<CandidateProblem, IconName>> = {
  'form-not-found': 'missing',
  'session-expired': 'clock',
  'session-invalid': 'lock',
  'session-missing': 'lock',
  'origin-not-allowed': 'lock',
};

/** Problems after which the service's own form may still work. */
const FORM_PROBLEMS: readonly ProblemName[] = [
  'form-broken',
  'schema-unusable',
  'proxy-unreachable',
];

/** The view of the state; `undefined` when there is nothing to say beside the form or the skeleton. */
export function statusView(model: StatusModel): StatusView | undefined {
  const { state, problem = 'internal', messages, unreachable } = model;
  if (model.isUnreachable) return unreachableView(unreachable);
  if (messages === undefined) return undefined;
  if (state === 'loading' || state === 'ready')
    return model.hasNewQuestions
      ? { ...messages.more, icon: 'alert', tone: 'busy', kind: 'result' }
      : undefined;
  if (state === 'problem') return problemView(problem, messages, unreachable);
  if (state === 'sending' && model.isStored)
    return { ...messages.states.stored, icon: 'clock', tone: 'good', kind: 'result' };
  const { key, ...look } = VIEWS[state];
  return { ...messages.states[key], ...look };
}

/** The view for a restored draft; `undefined` when nothing was restored. */
export function restoredView({ isRestored, messages }: StatusModel): StatusView | undefined {
  return isRestored && messages
    ? { ...messages.restored, icon: 'draft', tone: 'good', kind: 'result' }
    : undefined;
}

/** What is worth knowing before filling in the form. */
export function renderAbove(model: StatusModel, { onStartOver }: StatusActions): TemplateResult {
  const { messages, isFormEmpty } = model;
  const call = model.expectsCall && messages?.call;
  const restored = restoredView(model);
  return html`<div class="above">
    ${
      call
        ? renderNotice({
            title: call.title,
            text: isFormEmpty ? call.ready : call.text,
            icon: 'phone',
            tone: 'busy',
            kind: 'result',
          })
        : nothing
    }
    ${
      restored
        ? renderNotice(
            restored,
            html`<button
            type="button"
            class="button secondary"
            part="start-over"
            @click=${onStartOver}
          >
            ${messages?.restored.startOver}
          </button>`,
          )
        : nothing
    }
  </div>`;
}

/** A state in place of the form. Its heading can take the form's focus. */
export function renderCard(
  view: StatusView,
  model: StatusModel,
  actions: StatusActions,
): TemplateResult {
  return html`<div class="card ${view.tone}" part="card">
    <span class="badge">${icon(view.icon)}</span>
    <h2 class="title" tabindex="-1">${view.title}</h2>
    <p class="text">${view.text}</p>
    ${renderNextStep(model, actions)}
  </div>`;
}

/** A state below the form, which stays. */
export function renderBelow(
  view: StatusView,
  model: StatusModel,
  actions: StatusActions,
): TemplateResult {
  return renderNotice(view, renderNextStep(model, actions));
}

/** One more sentence: when the next retry starts, or that a call follows. */
export function furtherText(model: StatusModel): string | undefined {
  const { state, retryAt, messages, unreachable } = model;
  if (retryAt !== undefined) {
    const seconds = Math.max(Math.ceil((retryAt - Date.now()) / 1_000), 1);
    return unreachable.retryIn.replace('{n}', String(seconds));
  }
  const isSubmitted = state === 'sent' || state === 'submitted';
  if (!isSubmitted || !model.expectsCall || messages === undefined) return undefined;
  return `${messages.call.title}. ${messages.call.ready}`;
}

function renderNotice(view: StatusView, below: unknown = nothing): TemplateResult {
  return html`<div class="notice ${view.tone}" part="notice">
    ${icon(view.icon)}
    <div>
      <p class="title">${view.title}</p>
      <p class="text">${view.text}</p>
      ${below}
    </div>
  </div>`;
}

function renderNextStep(model: StatusModel, { onRetry }: StatusActions): unknown {
  const { unreachable, isRetrying } = model;
  const further = furtherText(model);
  const isRetryShown = model.canRetry || isRetrying || model.isUnreachable;
  return html`
    ${further === undefined ? nothing : html`<p class="text">${further}</p>`}
    ${
      isRetryShown
        ? html`<button
          type="button"
          class="button secondary"
          part="retry"
          aria-disabled=${isRetrying ? 'true' : nothing}
          @click=${onRetry}
        >
          ${unreachable.retry}
        </button>`
        : nothing
    }
    ${renderHostedFormLink(model)}
  `;
}

/** The service's own form, where the candidate continues or when ours cannot be shown. */
function renderHostedFormLink({ state, problem, hostedFormUrl, messages, ...model }: StatusModel) {
  const isStep = state === 'handed-off';
  const isWayOut =
    state === 'problem' && !model.isFormVisible && problem && FORM_PROBLEMS.includes(problem);
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

function unreachableView({ title, text }: Unreachable): StatusView {
  return { title, text, icon: 'offline', tone: 'problem', kind: 'error' };
}

function problemView(
  problem: ProblemName,
  messages: Messages,
  unreachable: Unreachable,
): StatusView {
  if (problem === 'proxy-unreachable') return unreachableView(unreachable);
  const name = candidateProblem(problem);
  const look = { icon: PROBLEM_ICONS[name] ?? 'alert', tone: 'problem', kind: 'error' } as const;
  return { ...messages.problems[name], ...look };
}
