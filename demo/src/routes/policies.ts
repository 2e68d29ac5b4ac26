/** Where browsers report what a policy stopped. */
export const POLICY_REPORTS = '/policy-reports';

/** The policy of HR's pages: everything from ourselves, nothing inline. */
export function hrPolicy(): string {
  return policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
}

/**
 * The policy of the candidate's page: all that the element needs of its host is the proxy's origin
 * for scripts and for calls, and the name of Lit's Trusted Types policy. `strict` leaves the portal
 * itself nothing; else it may use its own sheet and icon and refresh the session.
 */
export function candidatePolicy(proxyUrl: string, nonce: string, strict: boolean): string {
  return policy({
    'default-src': "'none'",
    'script-src': `${proxyUrl} 'nonce-${nonce}'`,
    'connect-src': strict ? proxyUrl : `${proxyUrl} 'self'`,
    'style-src': strict ? "'none'" : `'self' 'nonce-${nonce}'`,
    ...(!strict && { 'img-src': "'self'" }),
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
  });
}

function policy(directives: Record<string, string>): string {
  return Object.entries({ ...directives, 'report-uri': POLICY_REPORTS })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
