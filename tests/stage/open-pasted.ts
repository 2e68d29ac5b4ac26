import type { Page } from 'playwright';
import { openCandidate } from './candidate.ts';
import { holdBack } from './hold-back.ts';
import type { Stage } from './open-demo.ts';

/**
 * The candidate's page with the fields that the proxy drew pasted into it; requests like `held` wait
 * until `release`. Rejects when nothing was pasted.
 */
export async function openPasted(
  stage: Stage,
  id: string,
  held: RegExp,
): Promise<{ page: Page; release: () => void }> {
  await untilPasted(`${stage.portal.url}/candidates/${id}`);
  const { before, release } = holdBack(held);
  return { page: await openCandidate(stage, id, { before }), release };
}

/** A form that is not drawn in time is left to its page; a busy machine is not what is tested. */
async function untilPasted(url: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await fetch(url);
    if ((await answer.text()).includes('shadowrootmode')) return;
  }
  throw new Error('the form was not drawn');
}
