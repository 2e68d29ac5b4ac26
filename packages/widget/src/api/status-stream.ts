import type { Snapshot } from 'precandidate-contract';
import { backoff, pause } from './backoff.ts';
import { ProblemError } from './problem-error.ts';
import type { ProxyClient } from './proxy-client.ts';

/** A stream sends something at least every 25 s; after this silence it counts as dead. */
const SILENCE_MS = 60_000;
/** A stream starts with a snapshot; when none arrives in this time, the network buffers the stream. */
const FIRST_SILENCE_MS = 10_000;
/** A stream that closes sooner than this counts as a failure: the next one waits longer. */
const STABLE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

export interface StatusSubscription {
  client: Pick<ProxyClient, 'stream' | 'nextSnapshot'>;
  /** Ends the subscription; nothing is called afterwards. */
  signal: AbortSignal;
  onSnapshot: (snapshot: Snapshot) => void;
  /** Whether no further change is possible; called after each snapshot. */
  isOver: () => boolean;
  /** The subscription ended for good: no later request can succeed. */
  onEnd: (problem: ProblemError) => void;
}

type Outcome = 'over' | 'received' | 'silent';

/**
 * Follows a form's status until it is final. Uses the proxy's event stream, and long polling where a
 * network buffers streams. Opens nothing while the page is hidden.
 */
export async function followStatus(subscription: StatusSubscription): Promise<void> {
  const { signal } = subscription;
  let failures = 0;
  let revision: number | undefined;
  const follower: StatusSubscription = {
    ...subscription,
    onSnapshot(snapshot) {
      revision = snapshot.revision;
      subscription.onSnapshot(snapshot);
    },
  };
  while (!signal.aborted) {
    try {
      const openedAt = Date.now();
      const outcome = await readStream(follower);
      if (outcome === 'over') return;
      failures = outcome === 'received' && Date.now() - openedAt >= STABLE_MS ? 1 : failures + 1;
      await pauseAfter(failures, undefined, signal);
      if (outcome === 'silent' && (await longPoll(follower, () => revision)) === 'over') return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProblemError)) throw error;
      if (!error.retryable || error.problem === 'session-expired') return subscription.onEnd(error);
      failures += 1;
      await pauseAfter(failures, error.retryAfter, signal);
    }
  }
}

async function readStream({
  client,
  signal,
  onSnapshot,
  isOver,
}: StatusSubscription): Promise<Outcome> {
  await untilVisible(signal);
  const stream = new AbortController();
  const end = () => stream.abort(signal.reason);
  signal.addEventListener('abort', end);
  // A network may even buffer the response headers.
  let timer = setTimeout(end, FIRST_SILENCE_MS);
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_MS);
      controller.enqueue(bytes);
    },
  });
  let outcome: Outcome = 'silent';
  try {
    const { body, headers } = await client.stream(stream.signal);
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
      return outcome;
    for await (const { event, data } of readEvents(body.pipeThrough(watched))) {
      if (event !== 'snapshot') continue;
      outcome = 'received';
      onSnapshot(JSON.parse(data) as Snapshot);
      if (isOver()) return 'over';
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProblemError && !stream.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
  return outcome;
}

/** Requests snapshots for as long as the proxy holds each response until something changes. */
async function longPoll(
  { client, signal, onSnapshot, isOver }: StatusSubscription,
  revision: () => number | undefined,
): Promise<Outcome> {
  for (;;) {
    await untilVisible(signal);
    const { snapshot, isHeld } = await client.nextSnapshot(revision(), signal);
    const isNew = snapshot !== undefined && snapshot.revision !== revision();
    if (isNew) onSnapshot(snapshot);
    if (isOver()) return 'over';
    // Nothing new and not held: the proxy has no free place, so poll less often.
    if (!isNew && !isHeld) return 'received';
  }
}

async function pauseAfter(
  failures: number,
  retryAfterSeconds: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener('abort', end, { signal: stop.signal });
  // Back online, reconnect at once, unless the proxy asked for a pause.
  if (retryAfterSeconds === undefined)
    globalThis.addEventListener('online', end, { signal: stop.signal });
  const ms = Math.max(
    backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS),
    (retryAfterSeconds ?? 0) * 1_000,
  );
  await pause(ms, stop.signal).catch(() => {});
  end();
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (globalThis.document?.visibilityState !== 'hidden') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const settle = () => {
      if (!signal.aborted && document.visibilityState === 'hidden') return;
      stop.abort();
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    signal.addEventListener('abort', settle, { signal: stop.signal });
    document.addEventListener('visibilitychange', settle, { signal: stop.signal });
  });
}

/** One event of a `text/event-stream`. */
export interface StreamEvent {
  /** The event's name; `message` when the stream gave none. */
  event: string;
  /** The event's data, lines joined by newlines. */
  data: string;
}

const EVENT_END = /\r?\n\r?\n/;
const LINE_END = /\r?\n/;

/**
 * Reads the events of a stream as they arrive, wherever the network cut them. Skips comments and
 * events without data. Ends with the stream and throws the stream's error.
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  // Safari has no `for await` over a stream.
  const reader = stream.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(EVENT_END);
      text = blocks.pop() ?? '';
      yield* blocks.map(parseEvent).filter((event) => event !== undefined);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseEvent(text: string): StreamEvent | undefined {
  const data: string[] = [];
  let event = 'message';
  for (const line of text.split(LINE_END)) {
    const [field = '', ...rest] = line.split(':');
    const value = rest.join(':').replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}
