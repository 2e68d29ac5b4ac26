import { keepPrefetched, type PrefetchedBootstraps } from './prefetched-bootstraps.ts';
import { PrecandidateForm } from './precandidate-form.ts';

const NAME = 'precandidate-form';

/**
 * Registers the element, once per page.
 *
 * @param proxyAddress - where the script came from: the proxy of elements without `proxy-url`
 * @param conduct - what conducts the elements, once it has come
 * @param asked - what was asked for elements already
 */
export function define(
  proxyAddress: string,
  conduct: typeof PrecandidateForm.conduct,
  asked: PrefetchedBootstraps,
): void {
  keepPrefetched(asked);
  PrecandidateForm.scriptAddress = proxyAddress;
  PrecandidateForm.conduct = conduct;
  if (customElements.get(NAME) === undefined) customElements.define(NAME, PrecandidateForm);
}
