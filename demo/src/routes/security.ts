import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const POLICY_REPORTS = '/policy-reports';
const MAX_REPORTS = 1_000;

/** The policy of HR's pages: everything from our own origin, nothing inline. */
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
 * The policy of a page with the element. The element needs the proxy's origin for scripts and calls,
 * and the name of Lit's Trusted Types policy. With `strict` the portal itself gets nothing; otherwise
 * it may load its own style sheet and icon, and renew the session.
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

/** Rejects forms that another site's page makes a browser send. */
export async function rejectOtherSites(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && site !== undefined && site !== 'same-origin' && site !== 'none')
    await reply.code(403).type('text/plain').send('This request came from another site.');
}

/** A policy violation as a browser reported it. */
export interface PolicyReport {
  /** The directive, e.g. `script-src-elem`. */
  directive: string;
  /** A URL, `inline`, `eval` …; empty when the browser does not say. */
  blocked: string;
}

/** Collects the browsers' reports of policy violations. */
export function policyReports(reports: PolicyReport[]) {
  return async (app: FastifyInstance): Promise<void> => {
    const asJson = app.getDefaultJsonParser('ignore', 'ignore');
    app.addContentTypeParser('application/csp-report', { parseAs: 'string' }, asJson);
    app.post(POLICY_REPORTS, (request, reply) => {
      const body = request.body as { 'csp-report'?: Record<string, unknown> } | null;
      const report = body?.['csp-report'] ?? {};
      const directive = report['effective-directive'] ?? report['violated-directive'] ?? '';
      if (reports.length < MAX_REPORTS)
        reports.push({
          directive: String(directive),
          blocked: String(report['blocked-uri'] ?? ''),
        });
      return reply.code(204).send();
    });
  };
}
