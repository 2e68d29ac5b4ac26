import { useLayoutEffect, type DependencyList } from 'react';

/**
 * Tells the form of what stands on the screen, in the same commit: who is told of a change counts the
 * fields that it brought. A server commits nothing, so there it is told while it draws.
 *
 * @param tell - answers what takes it back
 */
export const useTelling: (tell: () => () => void, inputs: DependencyList) => void =
  typeof window === 'undefined' ? (tell) => void tell() : useLayoutEffect;
