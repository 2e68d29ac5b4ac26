import { createContext } from 'react';

/** The references that were followed from the form, or the entry of a list, down to a field. */
export const OpenRefs = createContext<readonly string[]>(['#']);
