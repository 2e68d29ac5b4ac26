import type { PrecandidateFormElement } from '../../../src/index.ts';
import { stageCandidate, StagedElement } from './candidate.ts';
import { afterTest, onRequest } from './show.ts';
import type { CandidateRequest } from './start-stage.ts';

/** An element with a prerendered form, which is not hydrated before `release`. */
export interface PrerenderedElement {
  staged: StagedElement;
  /** The prerendered form; hydration keeps the node. */
  form: HTMLFormElement;
  token: string;
  /** What the proxy returned. */
  html: string;
  /** Hydration starts, and does not wait for a pause in what was typed before. */
  release: () => void;
}

/**
 * Puts the prerendered element into the page, as a host's back end does.
 *
 * @param maker - the document that makes its nodes
 */
export async function openPrerendered(
  request: CandidateRequest,
  setUp: (element: PrecandidateFormElement) => void = () => {},
  change = (markup: string) => markup,
  maker = document,
): Promise<PrerenderedElement> {
  const { html, token } = await stageCandidate({
    locale: 'es-PE',
    isPrerendered: true,
    ...request,
  });
  if (html === undefined) throw new Error('the proxy did not prerender the form');
  const release = holdBootstraps();
  const staged = placeMarkup(change(html), setUp, maker);
  await staged.updated();
  return { staged, form: staged.query<HTMLFormElement>('form'), token, html, release };
}

/** Puts what the proxy returned into the page, again as when it is reloaded. */
export function placeMarkup(
  html: string,
  setUp: (element: PrecandidateFormElement) => void = () => {},
  maker = document,
): StagedElement {
  const host = maker.createElement('div');
  host.setHTMLUnsafe(html);
  const element = host.firstElementChild as PrecandidateFormElement;
  return new StagedElement(setUp, document.body, element);
}

/** Delays every bootstrap until the returned function is called. */
function holdBootstraps(): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const end = onRequest('/bootstrap', async ({ pass }) => released.then(pass));
  afterTest(release);
  return () => {
    end();
    passTime();
    release();
  };
}

const now = performance.now.bind(performance);
let aheadMs = 0;

/** Moves the page's clock ahead by longer than hydration waits for a pause in typing. */
function passTime(): void {
  aheadMs += 500;
  performance.now = () => now() + aheadMs;
}
