import { setTimeout } from 'node:timers/promises';
import type { PortalContext } from '../portal-context.ts';
import type { Person } from './person.ts';
import { checksRun, refreshPerson } from './refresh-person.ts';

const PAUSE_MS = 1500;

/** While somebody looks at a person whose checks run, looks anew at their reports. */
export async function watchPerson(
  context: PortalContext,
  person: Person,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (checksRun(person)) await refreshPerson(context, person).catch(() => undefined);
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
