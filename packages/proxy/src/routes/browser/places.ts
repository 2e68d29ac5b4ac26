/** Room for so many browsers that hold a connection open: streams and waits together. */
export interface Places {
  /** Takes a place and answers how to give it back; `undefined` when none is free. */
  take(): (() => void) | undefined;
}

export function createPlaces(max: number): Places {
  let taken = 0;
  return {
    take() {
      if (taken >= max) return undefined;
      taken += 1;
      let isBack = false;
      return () => {
        if (!isBack) taken -= 1;
        isBack = true;
      };
    },
  };
}
