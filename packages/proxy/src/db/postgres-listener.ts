import pg from 'pg';

const REDIAL_MS = 500;

/**
 * One connection that listens on `channel` and dials again when it breaks. `onGap` is called after
 * every (re)connection: what was notified meanwhile is lost.
 */
export async function openListener(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  onGap: () => void,
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
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    client = next;
    next.on('error', () => undefined);
    next.once('end', redial);
    next.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onGap();
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
