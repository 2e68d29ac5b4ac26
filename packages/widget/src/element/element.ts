import { keepAsked, type AskedOpening } from './asked-opening.ts';
import { PrecandidateForm } from './precandidate-form.ts';

const NAME = 'precandidate-form';

/**
 * Registers the element, once per page.
 *
 * @param proxyAddress - where the script came from: the proxy of elements without `proxy-url`
 * @param conduct - what conducts the elements, once it has come
 * @param asked - what was asked for one of them already; absent: nothing
 */
export function define(
  proxyAddress: string,
  conduct: typeof PrecandidateForm.conduct,
  asked?: AskedOpening,
): void {
  keepAsked(asked);
  PrecandidateForm.scriptAddress = proxyAddress;
  PrecandidateForm.conduct = conduct;
  if (customElements.get(NAME) === undefined) customElements.define(NAME, PrecandidateForm);
}
