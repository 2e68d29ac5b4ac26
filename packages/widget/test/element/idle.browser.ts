import { deepEqual, equal } from './stage/assert.ts';
import { loadWidget, stageCandidate, StagedElement, until } from './stage/candidate.ts';

/** How long a stream may be silent before it counts as dead, in milliseconds. */
const SILENCE = 60_000;
const SCHEDULES = [
  ['setTimeout', 'clearTimeout'],
  ['setInterval', 'clearInterval'],
  ['requestAnimationFrame', 'cancelAnimationFrame'],
  ['requestIdleCallback', 'cancelIdleCallback'],
] as const;

type Schedule = (callback: (...values: unknown[]) => unknown, delay?: number) => unknown;

/** What is scheduled from now on, and what of it the browser has not called yet. */
function watchSchedules() {
  const pending = new Map<unknown, [by: string, delay: number | undefined]>();
  const calls: string[] = [];
  for (const [schedule, cancel] of SCHEDULES) {
    const original = (globalThis[schedule] as Schedule).bind(globalThis);
    const originalCancel = (globalThis[cancel] as (id: unknown) => void).bind(globalThis);
    const watched: Schedule = (callback, delay) => {
      calls.push(schedule);
      const id = original((...values) => {
        if (schedule !== 'setInterval') pending.delete(id);
        callback(...values);
      }, delay);
      pending.set(id, [schedule, delay]);
      return id;
    };
    const watchedCancel = (id: unknown) => {
      pending.delete(id);
      originalCancel(id);
    };
    Object.assign(globalThis, { [schedule]: watched, [cancel]: watchedCancel });
  }
  return { pending, calls };
}

/** A status stream on which the test sends the heartbeats. */
function takeStream(calls: string[]): { isOpen: () => boolean; heartbeat: () => Promise<void> } {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let onRead = () => {};
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    calls.push('fetch');
    if (new Headers(init?.headers).get('accept') !== 'text/event-stream') return fetch(input, init);
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start(controller) {
        stream = controller;
        const { signal } = init ?? {};
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
      pull: () => onRead(),
    };
    const body = new ReadableStream(source, { highWaterMark: 0 });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return {
    isOpen: () => stream !== undefined,
    async heartbeat() {
      const { promise, resolve } = Promise.withResolvers<void>();
      onRead = resolve;
      stream?.enqueue(new TextEncoder().encode(': \n\n'));
      await promise;
    },
  };
}

test('an idle form keeps one stream open and does nothing else', async () => {
  const { pending, calls } = watchSchedules();
  const { isOpen, heartbeat } = takeStream(calls);
  await loadWidget();
  const { token, proxyUrl } = await stageCandidate({ pipeline_name: 'everything' });
  const staged = new StagedElement((element) => {
    element.setAttribute('session', token);
    element.setAttribute('proxy-url', proxyUrl);
  });
  await staged.reaches('ready');
  await until(isOpen);
  await heartbeat();
  await until(
    () => pending.size === 1,
    () => JSON.stringify([...pending.values()]),
  );
  const changes: MutationRecord[] = [];
  new MutationObserver((records) => changes.push(...records)).observe(staged.root, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  calls.length = 0;
  for (let beat = 1; beat <= 5; beat += 1) {
    await heartbeat();
    deepEqual([...pending.values()], [['setTimeout', SILENCE]]);
  }
  // Each heartbeat restarts the one timer: no request, no frame, no work of React.
  deepEqual(
    calls,
    Array.from({ length: 5 }, () => 'setTimeout'),
  );
  equal(changes.length, 0);
  equal(document.getAnimations().length, 0);
  staged.element.remove();
  await until(() => pending.size === 0);
});
