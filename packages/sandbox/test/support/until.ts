/** Repeats `read` until its result is truthy; fails after 10 s. */
export async function until<Result>(
  read: () => Promise<Result | undefined | false>,
): Promise<Result> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const result = await read();
    if (result) return result;
  }
  throw new Error('the condition did not hold within 10 s');
}
