import type { DueWebhook } from '../store/webhook-store.ts';
import type { Account } from './account.ts';

/** Sends completion webhooks, each until a 2xx or its last try. */
export class WebhookSender {
  readonly #account: Account;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(account: Account) {
    this.#account = account;
  }

  /** Sends what is due and sleeps until the next try. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    const { webhooks, settings } = this.#account;
    const now = Date.now();
    const leaseUntil = now + 2 * settings.webhook_timeout_ms;
    for (const webhook of webhooks.claim(now, leaseUntil)) {
      const sending = this.#send(webhook).finally(() => {
        this.#underWay.delete(sending);
        this.wake();
      });
      this.#underWay.add(sending);
    }
    const next = webhooks.nextTry();
    if (next !== null) this.#timer = setTimeout(() => this.wake(), Math.max(next - Date.now(), 0));
  }

  /** Breaks off what is under way; it is sent again after a restart. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#underWay);
  }

  async #send(webhook: DueWebhook): Promise<void> {
    const { webhooks, settings } = this.#account;
    const result = await this.#post(webhook);
    if (this.#closing.signal.aborted) return webhooks.release(webhook.id);
    const isDelivered = result.status !== null && result.status >= 200 && result.status < 300;
    if (isDelivered) return webhooks.settle(webhook.id, result, 'delivered', null);
    const wait = settings.webhook_retry_ms[webhook.attempts];
    if (wait === undefined) return webhooks.settle(webhook.id, result, 'given_up', null);
    webhooks.settle(webhook.id, result, 'due', Date.now() + wait);
  }

  async #post(webhook: DueWebhook): Promise<{ status: number | null; error: string | null }> {
    const timeout = AbortSignal.timeout(this.#account.settings.webhook_timeout_ms);
    try {
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers: { ...webhook.headers, 'content-type': 'application/json' },
        body: webhook.payload,
        redirect: 'manual',
        signal: AbortSignal.any([timeout, this.#closing.signal]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: timeout.aborted ? 'timed out' : reasonOf(error) };
    }
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'unknown';
}
