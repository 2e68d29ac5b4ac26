import { PATHS, type Session, type SessionRequest } from 'precandidate-contract';
import { callProxy, type ProxyAccess } from './call-proxy.ts';

/**
 * Step 2. The candidate opens our page: ask for a session that is good for this one form.
 *
 * The page gets the token, or `html`, the element with its fields drawn, and nothing else; our key and
 * the service's stay on our side.
 */
export async function mintSession(proxy: ProxyAccess, request: SessionRequest): Promise<Session> {
  return (await callProxy(proxy, 'POST', PATHS.sessions, request)) as Session;
}
