import { createContext } from 'react';

/** Has a sentence read out by the list around an entry. */
export const SayContext = createContext<(sentence: string) => void>(() => {});
