import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { withinTime } from '../shared/within-time.ts';
import { type Topic, TOPICS } from './database.ts';
import { connectionTo, setSession } from './postgres-connection.ts';

const RECONNECT_MS = 500;
/**
 * A connection that a firewall dropped says nothing until it is used. As rarely as workers look at their queues,
 * which finds what such a connection missed.
 */
const PING_EVERY_MS = 60_000;
const PING_TIMEOUT_MS = 5_000;
const PROBE_WITHIN_MS = 2_000;

export const channelOf = (topic: Topic) => `precandidate_${topic}`;
const PROBES = 'precandidate_probe';

interface Subscriber {
  topic: Topic;
  onPayload: (payload: string) => void;
  onGap: () => void;
}

interface ListenerOptions {
  url: string;
  /** Over another connection. */
  notify: (channel: string, payload: string) => Promise<unknown>;
  /** Notifications do not arrive, as behind PgBouncer in transaction mode. */
  onNotificationsMissing: () => void;
  pingEveryMs?: number;
}

export type Listener = Awaited<ReturnType<typeof openListener>>;

/**
 * One connection that listens for all topics, notices when it has gone silent, and reconnects. `onGap` is called
 * after each reconnection, because notifications in between are lost.
 */
export async function openListener({
  url,
  notify,
  onNotificationsMissing,
  pingEveryMs = PING_EVERY_MS,
}: ListenerOptions) {
  const subscribers = new Set<Subscriber>();
  let client: pg.Client | undefined;
  let reconnection: NodeJS.Timeout | undefined;
  let ping: NodeJS.Timeout | undefined;
  let missesNotifications = false;
  let isClosed = false;

  function reconnect(): void {
    clearTimeout(ping);
    clearTimeout(reconnection);
    if (!isClosed) reconnection = setTimeout(dial, RECONNECT_MS * (1 + Math.random()));
  }

  function pingLater(): void {
    if (!isClosed) ping = setTimeout(() => void pingNow(), pingEveryMs).unref();
  }

  async function pingNow(): Promise<void> {
    const pinged = client;
    try {
      await pinged?.query('select 1');
      if (missesNotifications && pinged) await probe(pinged);
      pingLater();
    } catch {
      await pinged?.end().catch(() => undefined);
      reconnect();
    }
  }

  /** A pooler may give the connection on to others after each statement: then nothing arrives. */
  async function probe(listening: pg.Client): Promise<void> {
    const wanted = randomUUID();
    const received = new Promise<true>((resolve) => {
      listening.on('notification', ({ payload }) => payload === wanted && resolve(true));
    });
    await notify(PROBES, wanted);
    const missedNotifications = missesNotifications;
    missesNotifications = !(await withinTime(received, PROBE_WITHIN_MS));
    if (missesNotifications && !missedNotifications) onNotificationsMissing();
  }

  async function dial(): Promise<void> {
    const next = new pg.Client({ ...connectionTo(url), query_timeout: PING_TIMEOUT_MS });
    client = next;
    next.on('error', () => undefined);
    next.once('end', reconnect);
    next.on('notification', ({ channel, payload = '' }) => {
      for (const { topic, onPayload } of subscribers)
        if (channel === channelOf(topic)) onPayload(payload);
    });
    try {
      await next.connect();
      await setSession(next);
      for (const channel of [...TOPICS.map(channelOf), PROBES])
        await next.query(`listen ${channel}`);
      await probe(next);
      pingLater();
      for (const { onGap } of subscribers) onGap();
    } catch {
      await next.end().catch(() => undefined);
      reconnect();
    }
  }

  await dial();
  return {
    add: (subscriber: Subscriber) => void subscribers.add(subscriber),
    missesNotifications: () => missesNotifications,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(reconnection);
      clearTimeout(ping);
      await client?.end().catch(() => undefined);
    },
  };
}
