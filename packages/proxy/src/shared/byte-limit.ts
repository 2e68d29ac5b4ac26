/**
 * Lets work on large data run while all of it together has at most `mostBytes`; the rest waits for its
 * turn. Data that is larger runs alone.
 */
export function createByteLimit(mostBytes: number) {
  const waiting: { bytes: number; start: () => void }[] = [];
  let used = 0;

  function startNext(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (used > 0 && used + next.bytes > mostBytes) return;
      used += next.bytes;
      waiting.shift();
      next.start();
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
