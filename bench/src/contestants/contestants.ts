import type { Contestant } from './contestant.ts';
import { NATIVE, NATIVE_INLINE, NATIVE_STYLED } from './native.ts';
import { OURS, OURS_HTML, OURS_NONCE } from './ours.ts';
import { PEERS } from './peers.ts';

/** Peers are installed and built only for the benchmark. */
export function isPeer(id: string): boolean {
  return PEERS.some((peer) => peer.id === id);
}

const BASES: readonly Contestant[] = [NATIVE, NATIVE_STYLED, NATIVE_INLINE];
const ALL: readonly Contestant[] = [...BASES, OURS, OURS_HTML, OURS_NONCE, ...PEERS];

/** The native page that gets its styles as the contestant does; the base of what a candidate waits for. */
export function styledBaseOf(id: string): string {
  const hasInlineStyles = ALL.find((each) => each.id === id)?.hasInlineStyles ?? false;
  return (hasInlineStyles ? NATIVE_INLINE : NATIVE_STYLED).id;
}

/** The contestants of `ids` (default: all) and the bases of all ratios. Throws for an unknown id. */
export function contestantsOf(ids: readonly string[] | undefined): Contestant[] {
  const unknown = ids?.filter((id) => ALL.every((contestant) => contestant.id !== id)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `unknown contestant ${unknown.join(', ')}; known are ${ALL.map(({ id }) => id).join(', ')}`,
    );
  return ALL.filter(
    (contestant) => (ids?.includes(contestant.id) ?? true) || BASES.includes(contestant),
  );
}
