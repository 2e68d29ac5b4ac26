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

type StatusClient = Pick<ProxyClient, 'stream' | 'nextSnapshot'>;

export interface StatusListener {
  onSnapshot: (snapshot: Snapshot) => void;
  /** Whether no further change is possible; called after each snapshot. */
  isOver: () => boolean;
  /** The subscription ended for good: no later request can succeed. */
  onEnd: (problem: ProblemError) => void;
}

type Outcome = 'over' | 'received' | 'silent';

/**
 * Follows a form's status until it is final. Uses the proxy's event stream, and long polling where a
 * network buffers streams. Opens nothing while the page is hidden. Calls nothing after `signal` aborts.
 */
export async function followStatus(
  client: StatusClient,
  listener: StatusListener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let revision: number | undefined;
  /** Returns whether the status is final. */
  const onSnapshot = (snapshot: Snapshot) => {
    revision = snapshot.revision;
    listener.onSnapshot(snapshot);
    return listener.isOver();
  };
  while (!signal.aborted) {
    try {
      const openedAt = Date.now();
      const outcome = await readStream(client, onSnapshot, signal);
      if (outcome === 'over') return;
      failures = outcome === 'received' && Date.now() - openedAt >= STABLE_MS ? 1 : failures + 1;
      await pause(backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal, true);
      if (outcome === 'silent' && (await longPoll(client, revision, onSnapshot, signal))) return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProblemError)) throw error;
      if (!error.retryable || error.problem === 'session-expired') return listener.onEnd(error);
      failures += 1;
      const { retryAfter = 0 } = error;
      const ms = Math.max(backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), retryAfter * 1_000);
      // Back online, reconnects at once, unless the proxy asked for a pause.
      await pause(ms, signal, error.retryAfter === undefined);
    }
  }
}

async function readStream(
  client: StatusClient,
  onSnapshot: (snapshot: Snapshot) => boolean,
  signal: AbortSignal,
): Promise<Outcome> {
  await untilVisible(signal);
  const stream = new AbortController();
  const end = () => stream.abort(signal.reason);
  signal.addEventListener('abort', end);
  // A network may even buffer the response headers.
  let timer = setTimeout(end, FIRST_SILENCE_MS);
  const onBytes = () => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_MS);
  };
  let outcome: Outcome = 'silent';
  try {
    const { body, headers } = await client.stream(stream.signal);
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
      return outcome;
    for await (const { event, data } of readEvents(body, onBytes)) {
      if (event !== 'snapshot') continue;
      outcome = 'received';
      if (onSnapshot(JSON.parse(data) as Snapshot)) return 'over';
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProblemError && !stream.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    // A response that is no event stream may go on.
    end();
  }
  return outcome;
}

/**
 * Requests snapshots for as long as the proxy holds each response until something changes. Returns
 * whether the status is final.
 */
async function longPoll(
  client: StatusClient,
  revision: number | undefined,
  onSnapshot: (snapshot: Snapshot) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  let known = revision;
  for (;;) {
    await untilVisible(signal);
    const { snapshot, isHeld } = await client.nextSnapshot(known, signal);
    const isNew = snapshot !== undefined && snapshot.revision !== known;
    if (isNew && onSnapshot(snapshot)) return true;
    // Nothing new and not held: the proxy has no free place, so poll less often.
    if (!isNew && !isHeld) return false;
    known = snapshot?.revision ?? known;
  }
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

/** One event of a `text/event-stream`; without a name, it is a `message`. */
export interface StreamEvent {
  event: string;
  data: string;
}

const EVENT_END = /\r?\n\r?\n/;
const LINE_END = /\r?\n/;

/** Reads the events of a stream as they arrive. Skips comments and events without data. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  // Safari has no `for await` over a stream.
  const reader = stream.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
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
