import { keepAsked, type AskedOpening } from './asked-opening.ts';
import { PrecandidateForm } from './precandidate-form.ts';

const NAME = 'precandidate-form';

/**
 * Registers the element, once per page.
 *
 * @param proxyAddress - where the script came from: the proxy of elements without `proxy-url`
 * @param asked - what was asked for one of them already; absent: nothing
 */
export function define(proxyAddress: string, asked?: AskedOpening): void {
  keepAsked(asked);
  PrecandidateForm.scriptAddress = proxyAddress;
  if (customElements.get(NAME) === undefined) customElements.define(NAME, PrecandidateForm);
}
