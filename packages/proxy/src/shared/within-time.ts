/** What `work` gives, or `undefined` when it takes longer than `ms`; it goes on all the same. */
export function withinTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
