import { problem, type Problem } from 'precandidate-contract';

/** Where the proxy is, and the key that tells it who we are. */
export interface ProxyAccess {
  proxyUrl: string;
  backendKey: string;
}

/** The proxy said no; `problem` tells why in words that may be shown. */
export class ProxyRefusal extends Error {
  readonly problem: Problem;

  constructor(told: Problem) {
    super(told.title);
    this.problem = told;
  }
}

/**
 * Calls the proxy as the portal's back end and answers the JSON it gave. Throws a
 * {@link ProxyRefusal} when it refuses or cannot be reached.
 */
export async function callProxy(
  { proxyUrl, backendKey }: ProxyAccess,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const headers: Record<string, string> = { authorization: `Bearer ${backendKey}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const request = {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await fetch(proxyUrl + path, request).catch(() => {
    throw new ProxyRefusal(problem('proxy-unreachable'));
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ProxyRefusal((answer as Problem | undefined) ?? problem('internal'));
  return answer;
}
