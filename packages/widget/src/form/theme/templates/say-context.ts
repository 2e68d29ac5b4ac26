import { createContext } from 'react';

/** An entry that was taken out of a list. */
export interface RemovedEntry {
  index: number;
  item: unknown;
}

/** What a list says of itself, and what may be undone. */
export interface ListNews {
  text: string;
  removed?: RemovedEntry;
}

/** Has a sentence told by the list around an entry. */
export const SayContext = createContext<(news: ListNews) => void>(() => {});
