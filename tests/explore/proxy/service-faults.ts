import type { ServerResponse } from 'node:http';

/** Requests that a fault applies to. A `record` fault concerns one person only. */
export const SCOPES = {
  everything: /./,
  reads: /^GET \/precandidate\/[^/]+$/,
  schemas: /^GET .*\/schema\//,
  forms: /^POST \/forms\//,
  persons: /\/persons/,
} as const;
export type Scope = keyof typeof SCOPES;

const FAULT_KINDS = [
  'slow',
  '429',
  '429 for minutes',
  '500',
  '503',
  '404',
  'html',
  'wrong shape',
  'reset',
  'cut short',
] as const;

/** Those that a whole service recovers from while a case waits. */
export const FAULTS_OF_SCOPES = FAULT_KINDS.filter((kind) => kind !== '429 for minutes');

/** How the service fails until the fault is removed. */
export interface ServiceFault {
  /** The start of a request such as `GET /precandidate/<person_id>`. */
  matches: RegExp;
  kind: (typeof FAULT_KINDS)[number];
  /** Whether the request has its effect although its response is wrong. */
  effect: 'none' | 'applied';
  /** With `slow`. */
  ms: number;
  /** How many requests are still to fail. */
  times: number;
}

/** The fault that a request meets; it counts down. */
export function faultFor(faults: Set<ServiceFault>, target: string): ServiceFault | undefined {
  for (const fault of faults) {
    if (!fault.matches.test(target)) continue;
    fault.times -= 1;
    if (fault.times <= 0) faults.delete(fault);
    return fault;
  }
  return undefined;
}

export function respondWith({ kind }: ServiceFault, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  switch (kind) {
    case 'reset':
      return void response.destroy();
    case 'cut short':
      response.writeHead(200, { ...json, 'content-length': '1000' });
      return void response.write('{"person_id":"', () => response.destroy());
    case 'html':
      response.writeHead(502, { 'content-type': 'text/html' });
      return void response.end('<h1>Bad gateway</h1>');
    case 'wrong shape':
      response.writeHead(200, json);
      return void response.end('{"items":{"0":null}}');
    case '429':
      response.writeHead(429, { ...json, 'retry-after': '1' });
      return void response.end('{"message":"Slow down"}');
    case '429 for minutes':
      response.writeHead(429, { ...json, 'retry-after': '300' });
      return void response.end('{"message":"Slow down"}');
    default:
      response.writeHead(Number(kind), json);
      response.end(JSON.stringify({ message: 'No' }));
  }
}
