/**
 * Lets work on large data run while all of it together has at most `maxBytes`; the rest waits for its turn, and
 * smaller data that fits does not wait behind it. Data that is larger than that runs alone.
 */
export function createByteLimit(maxBytes: number) {
  const waiting: { bytes: number; start: () => void }[] = [];
  let used = 0;

  /** The first one that fits, or that is to run alone. */
  const findNext = () =>
    waiting.findIndex(({ bytes }) => bytes > maxBytes || used + bytes <= maxBytes);

  function startNext(): void {
    for (let index = findNext(); index >= 0; index = findNext()) {
      if (used > 0 && (waiting[index]?.bytes ?? 0) > maxBytes) return;
      const [next] = waiting.splice(index, 1);
      used += next?.bytes ?? 0;
      next?.start();
    }
  }

  return async <Result>(bytes: number, work: () => Promise<Result>): Promise<Result> => {
    const turn = Promise.withResolvers<void>();
    waiting.push({ bytes, start: turn.resolve });
    startNext();
    await turn.promise;
    try {
      return await work();
    } finally {
      used -= bytes;
      startNext();
    }
  };
}
