import type { SandboxSettings } from '../settings.ts';
import type { DueWebhook, WebhookStore } from './webhook-store.ts';

/** Sends each webhook until a 2xx or its last retry. */
export class WebhookSender {
  readonly #webhooks: WebhookStore;
  readonly #settings: SandboxSettings;
  readonly #closing = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(webhooks: WebhookStore, settings: SandboxSettings) {
    this.#webhooks = webhooks;
    this.#settings = settings;
  }

  /** Sends the webhooks that are due and sleeps until the next ones are. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    const now = Date.now();
    const leaseUntil = now + 2 * this.#settings.webhook_timeout_ms;
    for (const webhook of this.#webhooks.claim(now, leaseUntil)) {
      const sending = this.#send(webhook).finally(() => {
        this.#inFlight.delete(sending);
        this.wake();
      });
      this.#inFlight.add(sending);
    }
    const next = this.#webhooks.nextAttempt();
    if (next !== null) this.#timer = setTimeout(() => this.wake(), Math.max(next - Date.now(), 0));
  }

  /** Aborts the requests in flight; they are sent again after a restart. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#inFlight);
  }

  async #send({ id, attempts, ...webhook }: DueWebhook): Promise<void> {
    const result = await this.#post(webhook);
    if (this.#closing.signal.aborted) return this.#webhooks.release(id);
    const isDelivered = result.status !== null && result.status >= 200 && result.status < 300;
    if (isDelivered) return this.#webhooks.recordAttempt(id, result, 'delivered', null);
    const wait = this.#settings.webhook_retry_ms[attempts];
    if (wait === undefined) return this.#webhooks.recordAttempt(id, result, 'given_up', null);
    this.#webhooks.recordAttempt(id, result, 'due', Date.now() + wait);
  }

  async #post({ url, headers, payload }: Pick<DueWebhook, 'url' | 'headers' | 'payload'>): Promise<{
    status: number | null;
    error: string | null;
  }> {
    const timeout = AbortSignal.timeout(this.#settings.webhook_timeout_ms);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: payload,
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
