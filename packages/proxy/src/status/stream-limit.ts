/** More than a candidate's tabs and devices need, with broken connections not noticed yet. */
const MAX_PER_FORM = 32;
/** More than the candidates of one office or school, and a fifth of all: no address takes them all. */
const MAX_PER_ADDRESS = 2_000;
/** Takes about 400 MB. */
const MAX_IN_ALL = 10_000;

/** Counts open streams by form and by address, so that nobody takes the streams of others. */
export function createStreamLimit() {
  const counts = new Map<string, number>();
  let total = 0;

  function add(key: string, change: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }

  return {
    /** Returns a function that releases the stream, for one call; `undefined` when none is free. */
    acquire(
      { person_id, form_id }: { person_id: string; form_id: string },
      network: string,
    ): (() => void) | undefined {
      const form = `form ${person_id} ${form_id}`;
      const address = `address ${network}`;
      const isFree =
        total < MAX_IN_ALL &&
        (counts.get(form) ?? 0) < MAX_PER_FORM &&
        (counts.get(address) ?? 0) < MAX_PER_ADDRESS;
      if (!isFree) return undefined;
      const change = (by: 1 | -1): void => {
        add(form, by);
        add(address, by);
        total += by;
      };
      change(1);
      return () => change(-1);
    },
  };
}
