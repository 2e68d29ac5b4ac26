import type { ElementState } from '../../submission/element-state.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { Unreachable } from '../../i18n/problem-messages.ts';

/** What decides whether a state has one more thing to say. */
export interface FurtherFacts {
  state: ElementState;
  /** Epoch ms; `undefined` when nothing is tried again by itself. */
  retryAt: number | undefined;
  expectsCall: boolean;
}

/** After the sentence of a state: when it is tried again, or that a call follows. */
export function furtherLine(
  { state, retryAt, expectsCall }: FurtherFacts,
  messages: Messages | undefined,
  unreachable: Unreachable,
): string | undefined {
  if (retryAt !== undefined) {
    const seconds = Math.max(Math.ceil((retryAt - Date.now()) / 1_000), 1);
    return unreachable.retryIn.replace('{n}', String(seconds));
  }
  const isHandedOver = state === 'sent' || state === 'submitted';
  if (!isHandedOver || !expectsCall || messages === undefined) return undefined;
  return `${messages.call.title}. ${messages.call.ready}`;
}
