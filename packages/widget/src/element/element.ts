import { PrecandidateForm } from './precandidate-form.ts';

const NAME = 'precandidate-form';

/**
 * Registers the element, once per page.
 *
 * @param proxyAddress - where the script came from: the proxy of elements without `proxy-url`
 */
export function define(proxyAddress: string): void {
  PrecandidateForm.scriptAddress = proxyAddress;
  if (customElements.get(NAME) === undefined) customElements.define(NAME, PrecandidateForm);
}
