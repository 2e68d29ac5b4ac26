import type { Contestant } from './contestant.ts';
import { NATIVE } from './native.ts';
import { OURS, OURS_DRAWN, OURS_NONCE } from './ours.ts';
import { PEERS } from './peers.ts';

/** Whether `id` is one of those that are installed and built for the bench alone. */
export function isPeer(id: string): boolean {
  return PEERS.some((peer) => peer.id === id);
}

/** Everyone, the base of all ratios first. */
const ALL: readonly Contestant[] = [NATIVE, OURS, OURS_DRAWN, OURS_NONCE, ...PEERS];

/** Those of `ids`, all without; the base is always among them. Throws for an id that nobody has. */
export function contestantsOf(ids: readonly string[] | undefined): Contestant[] {
  const unknown = ids?.filter((id) => ALL.every((one) => one.id !== id)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `no contestant ${unknown.join(', ')}; there are ${ALL.map(({ id }) => id).join(', ')}`,
    );
  return ALL.filter(({ id }) => ids === undefined || id === NATIVE.id || ids.includes(id));
}
