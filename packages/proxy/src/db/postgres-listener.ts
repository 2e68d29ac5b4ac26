import pg from 'pg';

const REDIAL_MS = 500;
/** A connection that a firewall dropped stays silent for hours unless it is asked. */
const PING_EVERY_MS = 20_000;
const PING_TIMEOUT_MS = 5_000;

/**
 * One connection that listens on `channel` and dials again when it breaks. `onGap` is called after
 * every (re)connection: what was notified meanwhile is lost.
 */
export async function openListener(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  onGap: () => void,
  { pingEveryMs = PING_EVERY_MS, pingTimeoutMs = PING_TIMEOUT_MS } = {},
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function redial(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(dial, REDIAL_MS * (1 + Math.random()));
  }

  async function dial(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      query_timeout: pingTimeoutMs,
    });
    client = next;
    next.on('error', () => undefined);
    next.once('end', redial);
    next.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onGap();
      // Ends a connection that does not respond, which makes us dial again.
      const ping = () => next.query('select 1').catch(() => next.end().catch(() => undefined));
      const pings = setInterval(ping, pingEveryMs);
      next.once('end', () => clearInterval(pings));
    } catch {
      await next.end().catch(() => undefined);
      redial();
    }
  }

  await dial();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
