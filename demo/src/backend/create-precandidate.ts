import { PATHS, type Precandidate, type PrecandidateCreation } from 'precandidate-contract';
import { callProxy, type ProxyAccess } from './call-proxy.ts';

/**
 * Step 1. HR picked a pipeline for somebody: tell the service that data is missing.
 *
 * Keep `person_id`, `precandidate_id`, `form_url` and `country_code` of the answer: every later
 * call needs one of them.
 */
export async function createPrecandidate(
  proxy: ProxyAccess,
  creation: PrecandidateCreation,
): Promise<Precandidate> {
  return (await callProxy(proxy, 'POST', PATHS.precandidates, creation)) as Precandidate;
}
