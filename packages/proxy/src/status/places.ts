/** Room for so many browsers that hold a connection open: streams and waits together. */
export interface Places {
  /**
   * Takes a place and answers how to give it back; `undefined` when none is free, or when the
   * session has its share: no one of them can take the others' places.
   */
  take(session_id: string): (() => void) | undefined;
  /** Gives out none any more: what begins while the proxy stops would hold it up. */
  close(): void;
}

/** More than a candidate's tabs need, also with connections that broke and are not noticed yet. */
const SHARE = 32;

export function createPlaces(max: number): Places {
  const taken = new Map<string, number>();
  let all = 0;
  let isClosed = false;

  function giveBack(session_id: string): void {
    const left = (taken.get(session_id) ?? 1) - 1;
    if (left > 0) taken.set(session_id, left);
    else taken.delete(session_id);
    all -= 1;
  }

  return {
    take(session_id) {
      const own = taken.get(session_id) ?? 0;
      if (isClosed || all >= max || own >= SHARE) return undefined;
      taken.set(session_id, own + 1);
      all += 1;
      let isBack = false;
      return () => {
        if (!isBack) giveBack(session_id);
        isBack = true;
      };
    },

    close() {
      isClosed = true;
    },
  };
}
