import type { Snapshot } from 'precandidate-contract';
import { pause } from './pause.ts';
import { ProblemError } from './problem-error.ts';
import type { ProxyClient } from './proxy-client.ts';
import { readFrames } from './read-frames.ts';

/** A stream says something at least every 25 s; after this silence, in ms, it counts as dead. */
const SILENCE = 60_000;
/** A stream begins with a snapshot; where none has come by then, in ms, the network holds it back. */
const FIRST_SILENCE = 10_000;
/** Pauses after failed rounds in a row, in ms. */
const BACKOFF = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];

export interface StatusFollower {
  client: ProxyClient;
  /** Ends the following; nothing is called after. */
  signal: AbortSignal;
  onSnapshot: (snapshot: Snapshot) => void;
  /** Whether there is nothing left to follow; asked after each snapshot. */
  isOver: () => boolean;
  /** Following ended for good: no later request can succeed. */
  onEnd: (problem: ProblemError) => void;
}

/**
 * Follows a form's status until it is over. It holds the proxy's stream open; where a network holds
 * a stream's frames back, it asks for news as JSON, which the proxy answers when there is some.
 * While the page is hidden nothing is opened.
 */
export async function followStatus(given: StatusFollower): Promise<void> {
  const { signal } = given;
  let failures = 0;
  let known: number | undefined;
  const follower: StatusFollower = {
    ...given,
    onSnapshot(snapshot) {
      known = snapshot.revision;
      given.onSnapshot(snapshot);
    },
  };
  while (!signal.aborted) {
    try {
      const outcome = await readStream(follower);
      if (outcome === 'over') return;
      failures = outcome === 'told' ? 0 : failures + 1;
      await pauseAfter(failures, undefined, signal);
      if (failures > 0 && (await waitForNews(follower, () => known)) === 'over') return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProblemError)) throw error;
      if (!error.retryable || error.problem === 'session-expired') return follower.onEnd(error);
      failures += 1;
      await pauseAfter(failures, error.retryAfter, signal);
    }
  }
}

type Outcome = 'over' | 'told' | 'silent';

async function readStream({
  client,
  signal,
  onSnapshot,
  isOver,
}: StatusFollower): Promise<Outcome> {
  await untilVisible(signal);
  const stream = new AbortController();
  const end = () => stream.abort(signal.reason);
  signal.addEventListener('abort', end);
  // A network may hold back even the head of the answer.
  let timer = setTimeout(end, FIRST_SILENCE);
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE);
      controller.enqueue(bytes);
    },
  });
  let outcome: Outcome = 'silent';
  try {
    const { body, headers } = await client.stream(stream.signal);
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
      return outcome;
    for await (const frame of readFrames(body.pipeThrough(heard))) {
      if (frame.event !== 'snapshot') continue;
      outcome = 'told';
      onSnapshot(JSON.parse(frame.data) as Snapshot);
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

/** Asks for news again and again, as long as the proxy holds its answers back while there is none. */
async function waitForNews(
  { client, signal, onSnapshot, isOver }: StatusFollower,
  known: () => number | undefined,
): Promise<Outcome> {
  for (;;) {
    await untilVisible(signal);
    const { snapshot, isHeld } = await client.news(known(), signal);
    const isNews = snapshot !== undefined && snapshot.revision !== known();
    if (isNews) onSnapshot(snapshot);
    if (isOver()) return 'over';
    // Answered at once without news, as by a proxy without a free place: to be asked less often.
    if (!isNews && !isHeld) return 'told';
  }
}

async function pauseAfter(
  failures: number,
  retryAfter: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const most = BACKOFF[Math.min(failures, BACKOFF.length) - 1] ?? 0;
  // Jitter, so that a proxy that comes back is not met by everybody at once.
  const jittered = most * (0.5 + Math.random() / 2);
  if (signal.aborted) return;
  const over = new AbortController();
  const end = () => over.abort();
  signal.addEventListener('abort', end, { signal: over.signal });
  // Back from offline there is no need to wait any longer, unless the proxy asked for it.
  if (retryAfter === undefined) globalThis.addEventListener('online', end, { signal: over.signal });
  await pause(Math.max(jittered, (retryAfter ?? 0) * 1_000), over.signal).catch(() => {});
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
