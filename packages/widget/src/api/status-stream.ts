import type { Snapshot } from 'precandidate-contract';
import { ProblemError } from './problem-error.ts';
import type { ProxyClient } from './proxy-client.ts';
import { backoff, listenToPage, pause } from './timing.ts';

/** A stream sends something at least every 25 s; after this silence it counts as dead. */
const SILENCE_MS = 60_000;
/** A stream starts with a snapshot; when none arrives in this time, the network buffers the stream. */
const FIRST_SILENCE_MS = 10_000;
/** A stream that closes sooner than this counts as a failure: the next one waits longer. */
const STABLE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Between two polls, where there is no stream. */
const POLL_MS = 5_000;
const HIDDEN_POLL_MS = 30_000;
/** Without `Retry-After`. */
const EXHAUSTED_MS = 30_000;

/** How many streams the tabs of a site hold together. */
const SITE_SLOTS = 2;

/** The proxies that this page has a stream of. */
const taken = new Set<string>();

type StatusClient = Pick<ProxyClient, 'proxyUrl' | 'stream' | 'snapshot'>;

export interface StatusListener {
  onSnapshot: (snapshot: Snapshot) => void;
  /** Whether no further change is possible; called after each snapshot. */
  isOver: () => boolean;
  /** The subscription ended for good: no later request can succeed. */
  onEnd: (problem: ProblemError) => void;
}

const isHidden = () => document.visibilityState === 'hidden';

/**
 * Follows a form's status until it is final: with the proxy's event stream in a visible tab that has a
 * slot for one, else with polls. Where a network buffers streams, requests a snapshot between two tries.
 * Calls nothing after `signal` aborts.
 */
export async function followStatus(
  client: StatusClient,
  listener: StatusListener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  /** Before the next try of a stream. */
  let pollsLeft = 0;
  while (!signal.aborted) {
    const mayStream = pollsLeft === 0 && !isHidden();
    const releaseSlot = mayStream ? await takeStreamSlot(client.proxyUrl) : undefined;
    pollsLeft = Math.max(pollsLeft - 1, 0);
    try {
      // It may have aborted while the locks were asked for.
      signal.throwIfAborted();
      const openedAt = performance.now();
      const isSilent = !releaseSlot || (await readStream(client, listener, signal));
      if (isSilent) listener.onSnapshot(await client.snapshot(signal));
      if (listener.isOver()) return;
      const isStable = !isSilent && performance.now() - openedAt >= STABLE_MS;
      failures = isStable || !releaseSlot ? 1 : failures + 1;
      const pollMs = isHidden() ? HIDDEN_POLL_MS : POLL_MS;
      const ms = releaseSlot ? backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS) : pollMs;
      await pause(ms, signal, true);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProblemError)) throw error;
      const { problem, retryAfter } = error;
      if (!error.retryable || problem === 'session-expired') return listener.onEnd(error);
      if (releaseSlot && problem === 'streams-exhausted') {
        pollsLeft = Math.ceil(((retryAfter ?? 0) * 1_000 || EXHAUSTED_MS) / POLL_MS);
        continue;
      }
      failures += 1;
      const ms = backoff(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS);
      // Back online, reconnects at once, unless the proxy asked for a pause.
      await pause(Math.max(ms, (retryAfter ?? 0) * 1_000), signal, retryAfter === undefined);
    } finally {
      releaseSlot?.();
    }
  }
}

/** Reads a stream until it ends or the status is final. Returns whether it sent no snapshot. */
async function readStream(
  client: StatusClient,
  { onSnapshot, isOver }: StatusListener,
  signal: AbortSignal,
): Promise<boolean> {
  const stream = new AbortController();
  const end = () => {
    stopListening();
    stream.abort(signal.reason);
  };
  const stopListening = listenToPage({ visibilitychange: () => isHidden() && end() });
  signal.addEventListener('abort', end);
  // A network may even buffer the response headers.
  let timer = setTimeout(end, FIRST_SILENCE_MS);
  const onBytes = () => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_MS);
  };
  let isSilent = true;
  try {
    const { body, headers } = await client.stream(stream.signal);
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream')) return true;
    for await (const data of readEvents(body, onBytes)) {
      isSilent = false;
      onSnapshot(JSON.parse(data) as Snapshot);
      if (isOver()) break;
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
  return isSilent;
}

const DATA = 'data: ';

/** Reads the data of a stream's events as they arrive. The proxy sends one line of it per event. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<string> {
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
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith(DATA)) yield line.slice(DATA.length);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * Takes the right to a stream. Over HTTP/1.1, a browser opens six connections to a host for all tabs, and
 * each stream holds one of them: a submission must not wait for them. So a page has one stream, and all
 * tabs of a site have two.
 *
 * @returns gives the slot back; `undefined` while all are taken
 */
async function takeStreamSlot(proxyUrl: string): Promise<(() => void) | undefined> {
  if (taken.has(proxyUrl)) return undefined;
  taken.add(proxyUrl);
  for (let slot = 1; slot <= SITE_SLOTS; slot += 1) {
    const release = await takeLock(`precandidate-stream ${slot} ${proxyUrl}`);
    if (release === undefined) continue;
    return () => {
      taken.delete(proxyUrl);
      release();
    };
  }
  taken.delete(proxyUrl);
  return undefined;
}

/** Pages without TLS have no locks, and sandboxed frames may not use them: then only the page counts. */
function takeLock(name: string): Promise<(() => void) | undefined> {
  const { locks } = navigator as { locks?: LockManager };
  return new Promise((resolve) => {
    const free = () => resolve(() => {});
    if (locks === undefined) return free();
    const hold = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(name, { ifAvailable: true }, hold).catch(free);
  });
}
