/** A worker that does what is due, then sleeps until the next thing is, or until it is woken. */
export interface DueLoop {
  start(): void;
  /** Something may be due now. */
  wake(): void;
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
}

const AFTER_ERROR_MS = 2_000;

/**
 * `round` does all that is due and answers when the next thing is (epoch ms), or `undefined`.
 * Another process may make something due without waking us, hence the longest sleep.
 */
export function createDueLoop(
  round: () => Promise<number | undefined>,
  onError: (error: unknown) => void,
  longest_sleep_ms = 1_000,
): DueLoop {
  let running: Promise<void> | undefined;
  let stopped = false;
  let woken = false;
  let endSleep = (): void => undefined;

  function sleep(ms: number): Promise<void> {
    if (woken || stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      try {
        const due_at = (await round()) ?? Infinity;
        await sleep(Math.min(Math.max(due_at - Date.now(), 0), longest_sleep_ms));
      } catch (error) {
        onError(error);
        await sleep(AFTER_ERROR_MS);
      }
    }
  }

  return {
    start() {
      running ??= run();
    },
    wake() {
      woken = true;
      endSleep();
    },
    async stop() {
      stopped = true;
      endSleep();
      await running;
    },
  };
}
