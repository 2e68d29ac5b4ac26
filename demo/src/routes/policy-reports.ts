import type { FastifyInstance } from 'fastify';
import { POLICY_REPORTS } from './policies.ts';

/** What a browser says it stopped. */
export interface PolicyReport {
  /** The directive, e.g. `script-src-elem`. */
  directive: string;
  /** What was stopped: an address, `inline`, `eval` …; empty when the browser does not say. */
  blocked: string;
}

const KEPT = 1000;

/** Takes browsers' reports of violated policies into `reports`. */
export function policyReports(reports: PolicyReport[]) {
  return async (app: FastifyInstance): Promise<void> => {
    const asJson = app.getDefaultJsonParser('ignore', 'ignore');
    app.addContentTypeParser('application/csp-report', { parseAs: 'string' }, asJson);
    app.post(POLICY_REPORTS, (request, reply) => {
      const report = (request.body as { 'csp-report'?: Record<string, unknown> } | null)?.[
        'csp-report'
      ];
      if (reports.length < KEPT)
        reports.push({
          directive: String(
            report?.['effective-directive'] ?? report?.['violated-directive'] ?? '',
          ),
          blocked: String(report?.['blocked-uri'] ?? ''),
        });
      return reply.code(204).send();
    });
  };
}
