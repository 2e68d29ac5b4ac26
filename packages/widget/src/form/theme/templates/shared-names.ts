import { createContext } from 'react';

/** Names of the fields that stand before a choice of shapes: a shape that repeats one asks for it no more. */
export const SharedNames = createContext<ReadonlySet<string>>(new Set());
