import type { PrecandidateFormElement } from '../../../src/index.ts';
import { stageCandidate, StagedElement } from './candidate.ts';
import type { CandidateRequest } from './start-stage.ts';

/** An element whose fields the proxy drew; nothing takes them over until `go` is called. */
export interface DrawnElement {
  staged: StagedElement;
  /** The form as the proxy drew it: the same node after it was taken over. */
  form: HTMLFormElement;
  token: string;
  /** As it was pasted. */
  html: string;
  go: () => void;
}

/** Puts the element into the page as a host's back end pastes it. */
export async function standDrawn(
  request: CandidateRequest,
  setUp: (element: PrecandidateFormElement) => void = () => {},
): Promise<DrawnElement> {
  const { html, token } = await stageCandidate({ locale: 'es-PE', isDrawn: true, ...request });
  if (html === undefined) throw new Error('The proxy did not draw the form');
  const go = holdOpenings();
  const host = document.createElement('div');
  host.setHTMLUnsafe(html);
  const element = host.firstElementChild as PrecandidateFormElement;
  const staged = new StagedElement(setUp, document.body, element);
  await staged.drawn();
  return { staged, form: staged.query<HTMLFormElement>('form'), token, html, go };
}

/** Holds every bootstrap back; call what it returns to let them go. */
function holdOpenings(): () => void {
  const { fetch } = globalThis;
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/bootstrap')) await gone;
    return fetch(input, init);
  };
  return () => {
    globalThis.fetch = fetch;
    letGo();
  };
}
