/** Asks again and again until the answer is truthy; fails after 10 s. */
export async function until<Fact>(ask: () => Promise<Fact | undefined | false>): Promise<Fact> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const fact = await ask();
    if (fact) return fact;
  }
  throw new Error('the fact did not come true within 10 s');
}
