import { PATHS, type PersonCreation } from 'precandidate-contract';
import { callProxy, type ProxyAccess } from './call-proxy.ts';

/**
 * Nothing is missing: start the reports at once, and answer the person's id. The proxy fills in
 * `webhook_url` and its secret, so that `person.completed` comes back to us.
 *
 * The service's answer is not documented; an object and a bare string have both been seen.
 */
export async function createPerson(
  proxy: ProxyAccess,
  countryCode: string,
  creation: PersonCreation,
): Promise<string> {
  const answer = await callProxy(proxy, 'POST', PATHS.persons(countryCode), creation);
  if (typeof answer === 'string') return answer;
  const { id, person_id } = answer as { id?: string; person_id?: string };
  const personId = person_id ?? id;
  if (personId === undefined) throw new Error('The service gave no person id');
  return personId;
}
