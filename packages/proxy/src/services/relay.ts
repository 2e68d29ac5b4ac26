import { createEventSender } from '../relay/event-sender.ts';
import type { Settings } from '../settings/setting-list.ts';
import type { CompletionCheck } from './completion-check.ts';
import type { Send } from './outbox.ts';

/** The way to the portal's back end; `undefined` when no `RELAY_URL` is set. */
export function createRelay(
  settings: Pick<Settings, 'RELAY_URL' | 'RELAY_SECRET' | 'RELAY_ALLOW_PRIVATE'>,
  check: CompletionCheck | undefined,
): { send: Send; close(): Promise<void> } | undefined {
  if (settings.RELAY_URL === undefined) return undefined;
  const sender = createEventSender({
    url: settings.RELAY_URL,
    secrets: settings.RELAY_SECRET ?? [],
    allow_private: settings.RELAY_ALLOW_PRIVATE,
  });
  return {
    async send(event) {
      const objection = event.type === 'person.completed' ? await check?.(event) : undefined;
      return objection ?? sender.send(event);
    },
    close: () => sender.close(),
  };
}
