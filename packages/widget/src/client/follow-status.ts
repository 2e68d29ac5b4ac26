import type { Snapshot } from 'precandidate-contract';
import { pause } from './pause.ts';
import { ProblemError } from './problem-error.ts';
import type { ProxyClient } from './proxy-client.ts';
import { readFrames } from './read-frames.ts';

/** A stream says something at least every 25 s; after this silence, in ms, it counts as dead. */
const SILENCE = 60_000;
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
 * Follows a form's status until it is over. It holds the proxy's stream open; where a stream
 * cannot be kept, each attempt to open it again asks for the snapshot as JSON first, so the page
 * learns of changes all the same. While the page is hidden nothing is opened.
 */
export async function followStatus(follower: StatusFollower): Promise<void> {
  const { signal } = follower;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const outcome = await readStream(follower);
      if (outcome === 'over') return;
      failures = outcome === 'told' ? 0 : failures + 1;
      await pauseAfter(failures, undefined, signal);
      if (failures > 0 && (await askOnce(follower)) === 'over') return;
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
  const { body, headers } = await client.stream(signal);
  if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
    return 'silent';
  let outcome: Outcome = 'silent';
  try {
    for await (const frame of readFrames(body.pipeThrough(failAfterSilence(signal)))) {
      if (frame.event !== 'snapshot') continue;
      outcome = 'told';
      onSnapshot(JSON.parse(frame.data) as Snapshot);
      if (isOver()) return 'over';
    }
  } catch {
    signal.throwIfAborted();
  }
  return outcome;
}

async function askOnce({ client, signal, onSnapshot, isOver }: StatusFollower): Promise<Outcome> {
  await untilVisible(signal);
  onSnapshot(await client.snapshot(signal));
  return isOver() ? 'over' : 'told';
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

/** Passes bytes on, and fails when none has come for too long. */
function failAfterSilence(signal: AbortSignal): TransformStream<Uint8Array, Uint8Array> {
  let timer: ReturnType<typeof setTimeout>;
  const restart = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error('The stream fell silent')), SILENCE);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return new TransformStream({
    start: restart,
    transform: (bytes, controller) => {
      restart(controller);
      controller.enqueue(bytes);
    },
    flush: () => clearTimeout(timer),
  });
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
